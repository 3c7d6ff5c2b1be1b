import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { DetailedImport } from '@tegeka/contract/imports/import-shapes.ts';
import { openDesk } from '#features/imports/imports-test-calls.ts';
import { openBank } from '#testing/test-mandate.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { payerAccount } from '../mandates-accounts.ts';
import { openMandateDesk } from './mandates-test-imports.ts';

/** Small files after public reports of other importers, with invented persons and numbers. */
const CASES = path.resolve(import.meta.dirname, '../../../testing/cases');

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
  await openBank(testServer);
});
after(() => testServer.close());

type ErrorAnswer = Pick<DetailedImport['refusals'][number], 'column' | 'code' | 'firstRows'>;
const refusedOf = ({ refusals }: Pick<DetailedImport, 'refusals'>) =>
  refusals.map(
    ({ column, code, firstRows }: ErrorAnswer) => `${column} ${code} ${firstRows.join()}`,
  );

const caseOf = async (name: string) => new Uint8Array(await readFile(path.join(CASES, name)));

/** Imports the good rows of a file of customers. Returns its check, and the customers by their references. */
async function customersOf(name: string) {
  const desk = await openDesk(testServer);
  const checked: DetailedImport = await desk.check(await caseOf(name), undefined, name);
  await desk.confirm(checked.id, 'GOOD_ROWS');
  await desk.wait(checked.id, 'DONE');
  const { content } = await desk.list('sort=customerReferenceNumber');
  const customers = content.map((one: Record<string, unknown>) =>
    ['customerReferenceNumber', 'firstName', 'lastName', 'phoneNumber']
      .map((field) => one[field])
      .join(' '),
  );
  return { checked, customers };
}

interface FoundMandate {
  id: string;
  amount: number;
  start: string;
}

/** Imports the good rows of a file of mandates, if there are any. Returns its check and the mandates. */
async function mandatesOf(name: string) {
  const desk = await openMandateDesk(testServer);
  const checked: DetailedImport = await desk.check(await caseOf(name), undefined, name);
  await desk.confirm(checked.id, 'GOOD_ROWS');
  await desk.wait(checked.id, 'DONE');
  const { content }: { content: FoundMandate[] } = await desk.list('sort=createdAt');
  const { organizationId } = desk.person;
  const rows = await testServer.ctx.db.asPlatform('look at the accounts', (tx) =>
    tx
      .selectFrom('mandates as m')
      .innerJoin('customers as c', 'c.id', 'm.customer_id')
      .select(['c.reference', 'm.encrypted_account as encrypted'])
      .where('m.organization_id', '=', organizationId)
      .orderBy('c.reference')
      .execute(),
  );
  const accounts = rows.map(({ reference, encrypted }) => {
    const number = testServer.ctx.keys.decrypt(payerAccount(organizationId), encrypted ?? '');
    return `${reference} ${number}`;
  });
  return { checked, mandates: content, accounts };
}

test('leading zeros that a number format shows are part of an account number', async () => {
  const { checked, accounts } = await mandatesOf('zeros-by-number-format.xlsx');
  assert.deepEqual(refusedOf(checked), []);
  assert.deepEqual(accounts, ['C-101 00001234567890']);
});

test('account numbers whose last digits a spreadsheet has lost are refused', async () => {
  const { checked, accounts } = await mandatesOf('digits-beyond-fifteen.xlsx');
  assert.deepEqual(refusedOf(checked), ['accountNumber DIGITS_LOST 2,3']);
  assert.deepEqual(accounts, ['C-104 123456789012345678']);
});

test('what the rounding of a formula leaves is no fraction, and a half is one', async () => {
  const { checked, mandates } = await mandatesOf('formula-rounding-noise.xlsx');
  assert.deepEqual(refusedOf(checked), ['amount AMOUNT_INVALID 4']);
  assert.deepEqual(
    mandates.map(({ amount }) => amount),
    [165_000, 150_000],
  );
});

test('the sheet that people see is read, and no hidden one before it', async () => {
  const { customers } = await customersOf('hidden-first-sheet.xlsx');
  assert.deepEqual(customers, ['C-108-NEW New Person +256772123451']);
});

test('dates in cells of the type date are days', async () => {
  const { checked, mandates } = await mandatesOf('iso-date-cell.xlsx');
  assert.deepEqual(refusedOf(checked), []);
  assert.deepEqual(
    mandates.map(({ start }) => start),
    ['2030-02-05', '2030-02-05'],
  );
});

test('rows without their empty last cells are good', async () => {
  const { checked, customers } = await customersOf('rows-cut-at-the-end.csv');
  assert.deepEqual([checked.goodRows, checked.refusedRows, customers.length], [3, 0, 3]);
});

test('the header is found below lines of labels and values', async () => {
  const { checked, customers } = await customersOf('labels-above-header.csv');
  assert.equal(checked.headerRow, 4);
  assert.deepEqual(customers, [
    'C-114 Grace Okello +256772123456',
    'C-115 Jane Auma +256772123457',
  ]);
});

test('a comma in a title does not part a table of semicolons', async () => {
  const { checked, customers } = await customersOf('comma-in-the-title.csv');
  assert.equal(checked.columns.length, 4);
  assert.deepEqual(customers, [
    'C-116 Grace Okello +256772123456',
    'C-117 Jane Auma +256772123457',
  ]);
});

test('a table that begins with the letters of a picture file is a table', async () => {
  const { customers } = await customersOf('header-begins-bm.csv');
  assert.deepEqual(customers, ['C-118 Grace Okello +256772123456']);
});

test('marks that nobody sees are left out of names, numbers and references', async () => {
  const { checked, customers } = await customersOf('invisible-marks.csv');
  assert.deepEqual(refusedOf(checked), []);
  assert.deepEqual(customers, [
    'C-119 Grace Okello +256772123456',
    'C-120 Jane Auma +256772123457',
    'C-121 أحمد حسن +256772123458',
    'C-122 Ruth Akello +256772123459',
  ]);
});

test('a zero behind the country code is left out', async () => {
  const { customers } = await customersOf('zero-after-the-country-code.csv');
  assert.deepEqual(customers, [
    'C-123 Grace Okello +256772123456',
    'C-124 Jane Auma +256772123457',
  ]);
});

test('blanks of any kind part the thousands of an amount', async () => {
  const { checked, mandates } = await mandatesOf('blanks-between-thousands.csv');
  assert.deepEqual(refusedOf(checked), []);
  assert.deepEqual(
    mandates.map(({ amount }) => amount),
    [150_000, 1_500_000, 1_500_000],
  );
});
