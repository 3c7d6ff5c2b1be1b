import assert from 'node:assert/strict';
import { MANDATE_IMPORT } from '@tegeka/contract/mandates/mandate-imports.ts';
import { openDesk } from '#features/imports/imports-test-calls.ts';
import { TEST_PRODUCT } from '#testing/test-merchant.ts';
import type { TestServer } from '#testing/test-server.ts';

/** The year in which the mandates of the tests begin. */
export const YEAR = new Date().getUTCFullYear() + 3;

export type Row = Partial<Record<keyof typeof MANDATE_IMPORT.columns, string>>;

/** A CSV file with all columns of the template. */
export const csvOf = (...rows: Row[]) => {
  const names = Object.keys(MANDATE_IMPORT.columns);
  const quoted = (cells: (string | undefined)[]) =>
    cells.map((cell = '') => `"${cell.replaceAll('"', '""')}"`).join(',');
  const lines = rows.map((row) => {
    const cells: Record<string, string | undefined> = row;
    return quoted(names.map((name) => cells[name]));
  });
  const header = quoted(Object.values(MANDATE_IMPORT.columns).map(({ label }) => label));
  return `${[header, ...lines].join('\n')}\n`;
};

/** Somebody who is no customer yet. */
export const GRACE: Row = {
  customerReferenceNumber: 'NEW-1',
  firstName: 'Grace',
  lastName: 'Nakato',
  phoneNumber: '0772123456',
};
export const MONTHLY: Row = {
  amount: '250,000',
  schedule: 'monthly on the 5th',
  start: `01/02/${YEAR}`,
};
export const ACCOUNT: Row = {
  consentWay: 'SMS',
  bank: 'sbicugkx',
  accountName: 'Grace Nakato',
  accountNumber: '9030 0055 5566',
};

/** A merchant's desk for files of mandates, with a product and two customers. */
export async function openMandateDesk(testServer: TestServer) {
  const desk = await openDesk(testServer, 'mandates');
  const base = `/api/v1/merchants/${desk.merchantId}`;
  const product = await desk.client.call(`${base}/products`, {
    method: 'POST',
    body: { ...TEST_PRODUCT, code: 'FEES' },
  });
  assert.equal(product.status, 201, product.text);
  const customer = { firstName: 'Moses', lastName: 'Okello', phoneNumber: '0772000111' };
  for (const customerReferenceNumber of ['OLD-1', 'OLD-2'])
    await desk.add({ ...customer, customerReferenceNumber });
  const mandates = `${base}/mandates`;
  const list = async (query = '') => (await desk.client.call(`${mandates}?${query}`)).json;
  return { ...desk, base, mandates, list, productId: String(product.json.id) };
}

/** Columns and codes of refusals. */
export const reasons = (refusals: { column: string | null; code: string; message: string }[]) =>
  refusals.map(({ column, code }) => `${column} ${code}`).toSorted();
