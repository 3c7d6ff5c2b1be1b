import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import {
  activeMandate,
  openBank,
  openShop,
  payerAccount,
  visitPage,
} from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(() => testServer.close());

type Answer = { json: { fields?: { field: string; message: string }[] } };
const errorOf = ({ json }: Answer) =>
  json.fields?.map(({ field, message }) => `${field}: ${message}`) ?? [];

/** A business with an active mandate, another one that was not sent, and how mandates are asked for. */
async function openMandates() {
  const shop = await openShop(testServer);
  const active = await activeMandate(testServer, officer, shop.payer);
  const { id: unsent } = (await shop.payer.create({ send: false })).json;
  const post = (path: string, body: object = {}) =>
    shop.client.call(`${shop.mandates}${path}`, { method: 'POST', body });
  const { customerId, ...terms } = await shop.payer.terms();
  return {
    ...shop,
    customerId,
    create: () => post('', { ...terms, customerId }),
    send: () => post(`/${unsent}/send`),
    replace: () => post(`/${active}/replace`, { ...terms, amount: 200_000 }),
  };
}

test('an account number that no bank can have is refused at its field, by SMS and on a form', async () => {
  const { payer } = await openShop(testServer);
  const account = await payerAccount(testServer);
  for (const consentWay of ['SMS', 'FORM'])
    for (const accountNumber of ['12345678', '1'.repeat(19), '90300A005566', '']) {
      const refused = await payer.create({ ...account, consentWay, accountNumber });
      assert.equal(refused.status, 400, accountNumber);
      assert.deepEqual(errorOf(refused), [
        accountNumber === ''
          ? "accountNumber: Enter the payer's account"
          : 'accountNumber: Enter the 9 to 18 digits of the account',
      ]);
    }
});

test('a bank that takes no direct debits is refused at its field', async (t) => {
  const { payer } = await openShop(testServer);
  const account = await payerAccount(testServer);
  const takes = (isTrue: boolean) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      sql`update banks set takes_direct_debits = ${isTrue} where id = ${account.bankId}`.execute(
        tx,
      ),
    );
  await takes(false);
  t.after(() => takes(true));
  for (const consentWay of ['SMS', 'FORM'])
    assert.deepEqual(errorOf(await payer.create({ ...account, consentWay })), [
      'bankId: This bank does not confirm mandates yet. Name an account elsewhere.',
    ]);
});

test('for a customer who is disabled no mandate is made, sent or replaced', async () => {
  const shop = await openMandates();
  const customer = shop.mandates.replace('mandates', `customers/${shop.customerId}`);
  const body = { status: 'DISABLED', reason: 'Moved away' };
  const off = await shop.client.call(`${customer}/disable`, { method: 'PATCH', body });
  assert.equal(off.status, 200, off.text);
  for (const act of [shop.create, shop.send, shop.replace]) {
    const { status, json } = await act();
    assert.deepEqual([status, json.code], [409, 'CUSTOMER_DISABLED']);
  }
});

test('a business that is suspended makes, sends and replaces no mandate, and its payers still read what they were asked', async () => {
  const shop = await openMandates();
  await shop.payer.create();
  const link = await shop.payer.link();
  const path = `/api/v1/operator/merchants/${shop.merchantId}/suspend`;
  const body = { reason: 'Fraud is suspected' };
  const suspended = await operator.client.call(path, { method: 'PATCH', body });
  assert.equal(suspended.status, 200, suspended.text);
  for (const act of [shop.create, shop.send, shop.replace]) {
    const { status, json } = await act();
    assert.deepEqual([status, json.code], [409, 'MERCHANT_NOT_ACTIVE']);
  }
  assert.equal((await visitPage(testServer, link)).status, 200);
});

test('a code that comes late does not count, and the next one does', async () => {
  const { payer, email, mandates } = await openShop(testServer);
  const { id } = (await payer.create()).json;
  const link = await payer.link();
  const typed = { ...(await payerAccount(testServer)), agreed: 'yes' };
  const type = async () => {
    assert.equal((await visitPage(testServer, link, typed)).status, 303);
    return payer.code();
  };
  const code = await type();
  testServer.clock.advance(10 * 60_000 + 1000);
  assert.match((await visitPage(testServer, `${link}/code`, { code })).text, /code has ended/);
  const state = async () => {
    const client = await testServer.signIn('MERCHANT', email);
    return (await client.call(`${mandates}/${id}`)).json.state;
  };
  assert.equal(await state(), 'PENDING_VERIFICATION');
  const next = await type();
  assert.match((await visitPage(testServer, `${link}/code`, { code: next })).text, /Thank you/);
  assert.equal(await state(), 'PENDING_APPROVAL');
});

test("the code of another payer does not count at one's link", async () => {
  const asked = async () => {
    const { payer, client, mandates } = await openShop(testServer);
    const { id } = (await payer.create()).json;
    const link = await payer.link();
    const typed = { ...(await payerAccount(testServer)), agreed: 'yes' };
    assert.equal((await visitPage(testServer, link, typed)).status, 303);
    const state = async () => (await client.call(`${mandates}/${id}`)).json.state;
    return { link, code: await payer.code(), state };
  };
  const own = await asked();
  let other = await asked();
  // Of five digits both may be the same.
  while (other.code === own.code) other = await asked();
  const page = await visitPage(testServer, `${own.link}/code`, { code: other.code });
  assert.match(page.text, /This is not the code/);
  assert.deepEqual(
    [await own.state(), await other.state()],
    ['PENDING_VERIFICATION', 'PENDING_VERIFICATION'],
  );
});
