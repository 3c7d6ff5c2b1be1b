import { joinBank } from '#features/banks/banks-store.ts';
import { TestClient } from './test-client.ts';
import { activeMerchant, TEST_CUSTOMER, TEST_PRODUCT } from './test-merchant.ts';
import type { TestPerson, TestServer } from './test-server.ts';

/** Terms with a debit due each month. The default schedule is ON_DEMAND: no debit is made by itself. */
export const MONTHLY = { schedule: { kind: 'MONTHLY', day: 5 } };

const STANBIC = { bic: 'SBICUGKX', name: 'Stanbic Bank Uganda' };

/** Calls `look` every `pause` milliseconds until it returns something, and returns that. */
export async function until<T>(
  look: () => Promise<T | undefined | false>,
  pause = 100,
): Promise<T> {
  // The time of looking does not count: on a busy machine that is most of it.
  for (let waited = 0; waited < 30_000; waited += pause) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error('It did not happen within 30 seconds of waiting');
}

/**
 * A payer's browser without JavaScript: it keeps its cookies and follows no redirects. Where the server
 * trusts 127.0.0.1 as a proxy it has the given IP address.
 */
export function payerBrowser(testServer: TestServer, address = '192.0.2.1') {
  // The consumers' host has no app, and so no origin that people sign in from.
  const { port, baseHost } = testServer.config.http;
  const client = new TestClient(port, `http://consumer.${baseHost}`);
  const visit = async (path: string, form?: object, more: Record<string, string> = {}) => {
    const headers = { 'x-forwarded-for': address, ...more };
    const body = form && new URLSearchParams(Object.entries(form));
    const answer = await client.call(path, body ? { method: 'POST', body, headers } : { headers });
    return { ...answer, to: answer.headers['location'] ?? null };
  };
  return { client, visit };
}

export function visitPage(testServer: TestServer, path: string, form?: object) {
  return payerBrowser(testServer).visit(path, form);
}

/** An officer of a bank: the one that payers of the test choose by default. */
export async function openBank(testServer: TestServer, bic = STANBIC.bic): Promise<TestPerson> {
  const officer = await testServer.banker();
  const { organizationId } = officer;
  await testServer.ctx.db.asPlatform('test', (tx) =>
    joinBank(tx, { bic, organizationId, logoFileId: null }),
  );
  return officer;
}

/** The account that payers of the test type in. */
export async function payerAccount(testServer: TestServer) {
  const banks = await testServer.stranger().call('/api/v1/banks');
  const bank = banks.json.find(({ name }: { name: string }) => name === STANBIC.name);
  return {
    bankId: String(bank.id),
    accountName: 'Grace Nakato',
    accountNumber: '9030 0055 5566',
  };
}

/** A mandate's body with a change; a product brings its own terms. */
export function changed(body: object, change: object): object {
  const none = { amountKind: undefined, amount: undefined, schedule: undefined };
  return { ...body, ...('productId' in change && none), ...change };
}

let count = 0;

/** A merchant's customer with a phone of their own, and what is made with them. */
export async function openPayer(
  testServer: TestServer,
  { client, merchantId }: { client: TestClient; merchantId: string },
  own: { phoneNumber?: string } = {},
) {
  const base = `/api/v1/merchants/${merchantId}`;
  count += 1;
  const { phoneNumber = `+25677${String(2_000_000 + count)}` } = own;
  const customer = {
    ...TEST_CUSTOMER,
    phoneNumber,
    email: `payer${count}@example.com`,
    customerReferenceNumber: `PAYER-${count}`,
  };
  const made = await client.call(`${base}/customers`, { method: 'POST', body: customer });
  if (made.status !== 201) throw new Error(`No customer: ${made.text}`);
  const customerId = String(made.json.id);
  /** Valid terms that begin today by the business clock. */
  const terms = async () => ({
    customerId,
    productId: null,
    amountKind: 'FIXED',
    amount: 250_000,
    schedule: { kind: 'ON_DEMAND' },
    start: String((await client.call('/api/v1/business-clock')).json.today),
    consentWay: 'PAGE',
  });
  const newest = async () => (await testServer.outbox(phoneNumber))[0]?.text ?? '';
  return {
    phoneNumber,
    terms,
    mandates: `${base}/mandates`,
    create: async (change: object = {}) =>
      client.call(`${base}/mandates`, {
        method: 'POST',
        body: changed(await terms(), change),
      }),
    addProduct: async (name: string) => {
      const body = { ...TEST_PRODUCT, name };
      return (await client.call(`${base}/products`, { method: 'POST', body })).json;
    },
    renameProduct: async (product: { id: string; version: number }, name: string) => {
      const body = { ...TEST_PRODUCT, name, version: product.version };
      const path = `${base}/products/${product.id}`;
      return (await client.call(path, { method: 'PUT', body })).json;
    },
    /** The path of the newest link that the payer got. */
    link: async () => /\/mandates\/[\w-]{43}/.exec(await newest())?.[0] ?? '',
    code: async () => /^\d{5}/.exec(await newest())?.[0] ?? '',
  };
}
export type TestPayer = Awaited<ReturnType<typeof openPayer>>;

/** A business with a payer. */
export async function openShop(testServer: TestServer) {
  const { person, merchantId } = await activeMerchant(testServer);
  const { client, email, userId, organizationId } = person;
  const payer = await openPayer(testServer, { client, merchantId });
  return { client, email, userId, organizationId, merchantId, payer, ...payer };
}

/** A mandate whose payer has consented on the page; its bank is asked next. */
export async function consentedMandate(
  testServer: TestServer,
  payer: TestPayer,
  account: { bankId?: string; accountName?: string; accountNumber?: string } = {},
  change: object = {},
) {
  const { json } = await payer.create(change);
  const link = await payer.link();
  const typed = { ...(await payerAccount(testServer)), ...account, agreed: 'yes' };
  await visitPage(testServer, link, typed);
  const done = await visitPage(testServer, `${link}/code`, { code: await payer.code() });
  if (!done.text.includes('Thank you')) throw new Error(`No consent: ${done.text}`);
  return { id: String(json.id), reference: String(json.reference), link };
}

const INBOX = '/api/v1/approval-requests';

/** The request about a mandate, once it has reached the Inbox of its bank's officer. */
export async function mandateRequest(officer: TestPerson, reference: string) {
  const { id } = await until(async () => {
    const { content } = (await officer.client.call(`${INBOX}?size=100`)).json;
    return content.find((one: { title: string }) => one.title.includes(reference));
  });
  return (await officer.client.call(`${INBOX}/${id}`)).json;
}

export async function decideMandate(officer: TestPerson, reference: string, body: object) {
  const { id, snapshotHash } = await mandateRequest(officer, reference);
  return officer.client.call(`${INBOX}/${id}/decisions`, {
    method: 'POST',
    body: { snapshotHash, ...body },
  });
}

export async function activeMandate(
  testServer: TestServer,
  officer: TestPerson,
  payer: TestPayer,
  change: object = {},
): Promise<string> {
  const { id, reference } = await consentedMandate(testServer, payer, {}, change);
  const { status, text } = await decideMandate(officer, reference, { decision: 'APPROVE' });
  if (status !== 200) throw new Error(`Not confirmed: ${text}`);
  return id;
}
