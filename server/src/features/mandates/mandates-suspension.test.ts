import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;

before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

const setSuspended = ({ client }: TestPerson, id: string, verb: 'suspend' | 'reinstate') =>
  client.call(`/api/v1/mandates/${id}/${verb}`, {
    method: 'POST',
    body: { reason: 'The account holder complains' },
  });

test('payer and business are told that the bank has suspended a mandate, and that this was lifted', async () => {
  const shop = await openShop(testServer);
  const id = await activeMandate(testServer, officer, shop.payer);
  const { reference } = (await shop.client.call(`${shop.mandates}/${id}`)).json;
  const newest = async (to: string) => (await testServer.outbox(to))[0];

  assert.equal((await setSuspended(officer, id, 'suspend')).status, 200);
  const sms = await newest(shop.phoneNumber);
  assert.match(sms?.text ?? '', /^Your bank has suspended the direct debits of /);
  assert.ok(sms?.text.includes(reference) && !sms.text.includes('complains'), sms?.text);
  const email = await newest(shop.email);
  assert.equal(email?.subject, `The mandate ${reference} was suspended`);
  assert.match(email.text, /The reason: The account holder complains/);
  assert.match(email.text, new RegExp(`/dashboard/mandates/${id}`));

  assert.equal((await setSuspended(officer, id, 'reinstate')).status, 200);
  assert.match((await newest(shop.phoneNumber))?.text ?? '', /has lifted the suspension of/);
  assert.equal(
    (await newest(shop.email))?.subject,
    `The mandate ${reference} is no longer suspended`,
  );
});

test('nobody is told of a suspension that is refused, and an operator is named as such', async () => {
  const shop = await openShop(testServer);
  const id = await activeMandate(testServer, officer, shop.payer);
  const operator = await testServer.operator();
  assert.equal((await setSuspended(operator, id, 'suspend')).status, 200);
  const told = await testServer.outbox(shop.phoneNumber);
  assert.match(told[0]?.text ?? '', /^Tegeka has suspended the direct debits of /);
  assert.equal((await setSuspended(officer, id, 'suspend')).status, 409);
  assert.equal((await setSuspended(officer, id, 'reinstate')).status, 409);
  assert.equal((await testServer.outbox(shop.phoneNumber)).length, told.length);
});
