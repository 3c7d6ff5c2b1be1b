import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openBank } from '#testing/test-mandate.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import {
  ACCOUNT,
  csvOf,
  MONTHLY,
  openMandateDesk,
  reasons,
  YEAR,
  type Row,
} from './mandates-test-imports.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
  // Stanbic confirms mandates.
  await openBank(testServer);
});
after(() => testServer.close());

test('each wrong row is told with its columns, by the rules of the form', async () => {
  const desk = await openMandateDesk(testServer);
  const old = { customerReferenceNumber: 'OLD-1' };
  const INSTALMENTS = { ...MONTHLY, amount: '100,000; 50,000', schedule: 'monthly instalments' };
  const cases: [Row, string[]][] = [
    [{ ...MONTHLY }, ['customerReferenceNumber MISSING']],
    [{ ...MONTHLY, customerReferenceNumber: 'X' }, ['customerReferenceNumber CUSTOMER_UNKNOWN']],
    [
      { ...MONTHLY, customerReferenceNumber: 'Y', firstName: 'Eve', phoneNumber: '1' },
      ['lastName MISSING', 'phoneNumber PHONE_INVALID'],
    ],
    [{ ...old, productCode: 'NONE', start: `01/02/${YEAR}` }, ['productCode PRODUCT_UNKNOWN']],
    [{ ...old, productCode: 'FEES', ...MONTHLY }, ['amount TERMS_TWICE', 'schedule TERMS_TWICE']],
    [{ ...old, start: `01/02/${YEAR}` }, ['schedule MISSING']],
    [{ ...old, ...MONTHLY, amount: '250.000' }, ['amount AMOUNT_INVALID']],
    [{ ...old, ...MONTHLY, amount: '0', maxPerDebit: '5,000' }, ['amount AMOUNT_INVALID']],
    [
      { ...old, ...INSTALMENTS, amount: '0; 5,000' },
      ['amount AMOUNT_INVALID', 'schedule SCHEDULE_INVALID'],
    ],
    [{ ...old, ...MONTHLY, schedule: 'often' }, ['schedule SCHEDULE_INVALID']],
    [{ ...old, ...MONTHLY, start: `31/02/${YEAR}` }, ['start DAY_INVALID']],
    [{ ...old, ...MONTHLY, start: '31/12/9999' }, ['start DAY_INVALID']],
    [{ ...old, ...MONTHLY, end: '9999-12-31' }, ['end DAY_INVALID']],
    [{ ...old, ...MONTHLY, start: '01/02/2020' }, ['start RULE']],
    [{ ...old, ...MONTHLY, end: `01/01/${YEAR}` }, ['end RULE']],
    [{ ...old, ...INSTALMENTS, end: `01/12/${YEAR}` }, ['end RULE']],
    [{ ...old, ...INSTALMENTS, schedule: '12 monthly instalments' }, ['schedule SCHEDULE_INVALID']],
    [{ ...old, ...MONTHLY, maxPerDebit: '1000' }, ['maxPerDebit RULE']],
    [{ ...old, ...MONTHLY, maxPerPeriod: '900,000' }, ['period RULE']],
    [{ ...old, ...MONTHLY, maxPerDebit: '10,000,001' }, ['maxPerDebit RULE']],
    [
      { ...old, ...MONTHLY, maxCount: '0', period: 'aeon' },
      ['maxCount COUNT_INVALID', 'period PERIOD_INVALID'],
    ],
    [{ ...old, ...MONTHLY, maxCount: '1,00' }, ['maxCount COUNT_INVALID']],
    [{ ...old, ...MONTHLY, consentWay: 'shout' }, ['consentWay WAY_INVALID']],
    [
      { ...old, ...MONTHLY, consentWay: 'form', bank: 'No Bank' },
      ['accountName ACCOUNT_NEEDED', 'accountNumber ACCOUNT_NEEDED', 'bank BANK_UNKNOWN'],
    ],
    [{ ...old, ...MONTHLY, ...ACCOUNT, accountNumber: '12345' }, ['accountNumber ACCOUNT_INVALID']],
    [
      { ...old, ...MONTHLY, ...ACCOUNT, accountNumber: '9.03001E+12' },
      ['accountNumber DIGITS_LOST'],
    ],
    [{ ...old, schedule: 'on demand', start: `01/02/${YEAR}` }, ['maxPerDebit RULE']],
  ];
  const { id, goodRows } = await desk.check(csvOf(...cases.map(([row]) => row)));
  assert.equal(goodRows, 0);
  const { content } = await desk.refused(id, 'size=100');
  const found = content.map((row: { refusals: Parameters<typeof reasons>[0] }) =>
    reasons(row.refusals).filter((one) => !one.endsWith('TWICE_IN_FILE')),
  );
  assert.deepEqual(
    found,
    cases.map(([, expected]) => expected),
  );
  const explanation = content.flatMap(({ refusals }: { refusals: { message: string }[] }) =>
    refusals.map(({ message }) => message),
  );
  assert.ok(explanation.includes('The last day is before the first'));
  assert.ok(explanation.includes('One debit can be USh 10,000,000 at most'));
});

test('no account number is stored in clear, and none comes back', async () => {
  const desk = await openMandateDesk(testServer);
  const number = '774400112233';
  const unmapped = '556677889900';
  const good = { customerReferenceNumber: 'OLD-1', ...MONTHLY, ...ACCOUNT, accountNumber: number };
  const text = csvOf(good, { ...good, customerReferenceNumber: 'NOBODY' }).replaceAll(
    '\n"',
    `\n"${unmapped}","`,
  );
  const { id } = await desk.check(`"Remark",${text}`);
  const holds = async () => {
    const rows = await testServer.ctx.db.asPlatform('test', (tx) =>
      sql<{
        text: string;
      }>`select concat(r::text, (select string_agg(m::text, '') from mandates m)) as text
        from import_rows r where import_id = ${id}`.execute(tx),
    );
    const folder = path.join(testServer.config.dataDir, 'files');
    const files = await Promise.allSettled(
      (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1')),
    );
    // A file that the server deletes meanwhile holds nothing.
    const texts = files.map((file) => (file.status === 'fulfilled' ? file.value : ''));
    return [...rows.rows.map((row) => row.text), ...texts].filter(
      (stored) => stored.includes(number) || stored.includes(unmapped),
    );
  };
  assert.deepEqual(await holds(), []);
  const { content } = await desk.refused(id);
  assert.ok(content[0].cells.includes('•••• 2233'));
  const file = await desk.refusedFile(id);
  assert.ok(file.text.includes('•••• 2233') && !file.text.includes(number));
  await desk.confirm(id, 'GOOD_ROWS');
  await desk.wait(id, 'DONE');
  assert.deepEqual(await holds(), []);
  const other = await openMandateDesk(testServer);
  assert.equal((await other.client.call(`${desk.bulk}/${id}`)).status, 404);
});

test('an account number is masked in a ragged row, and where its column is not chosen', async () => {
  const desk = await openMandateDesk(testServer);
  const header = 'Reference,First Name,Last Name,Phone Number,Amount,When,First Day,Account Number';
  const terms = `250000,often,01/02/${YEAR}`;
  const rows = [
    `NEW-1,Grace,Nakato,0772 12,${terms},,7744 0011-2233`,
    `NEW-2,Grace,Nakato,0772 12,${terms},774400112233.0`,
    `NEW-3,Grace,Nakato,0772 12,${terms},1234`,
  ];
  const { id, mapping } = await desk.check([header, ...rows].join('\n'));
  const shown = async () => {
    const { content } = await desk.refused(id);
    const told = content.map(({ cells }: { cells: string[] }) => cells.at(-1));
    return { told, file: (await desk.refusedFile(id)).text };
  };
  const before_ = await shown();
  assert.deepEqual(before_.told, ['•••• 2233', '•••• 33.0', '••••']);
  assert.match(before_.file, /NEW-1,Grace,Nakato,0772 12,250000,often,01\/02/);
  assert.doesNotMatch(before_.file, /7744/);
  const unmapped = { ...mapping, accountNumber: undefined };
  assert.equal((await desk.map(id, unmapped)).status, 200);
  await desk.wait(id, 'CHECKED');
  const after_ = await shown();
  assert.deepEqual(after_.told, ['•••• 2233', '•••• 33.0', '1234']);
  assert.match(after_.file, /NEW-2,Grace,Nakato,0772 12,250000,often,01\/02/);
  assert.doesNotMatch(after_.file, /7744/);
});
