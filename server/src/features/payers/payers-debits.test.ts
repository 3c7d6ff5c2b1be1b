import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CollectionState } from '@tegeka/contract/collections/collections.ts';
import { changeCollections, lockCollections } from '#features/collections/collections-changes.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { activeMandate, openBank, until } from '#testing/test-mandate.ts';
import { openPayerPages, PAYER_ACCOUNT } from '#testing/test-payer.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1' });
  officer = await openBank(testServer);
});
after(() => testServer.close());

const { messages, shop, openPage } = openPayerPages(() => testServer);

/** A debit goes on as if it was sent and answered. */
const goesOn = (id: string, to: CollectionState) =>
  testServer.ctx.db.asPlatform('test', async (tx) => {
    const row = (await lockCollections(tx, [id])).get(id);
    assert.ok(row);
    const at = testServer.ctx.clock.now();
    await changeCollections(tx, [{ row, to }], { actor: SYSTEM, at });
  });

test('a payer reads what will be and was taken, prints a receipt, and knows what still goes', async () => {
  const merchant = await shop();
  const { id: productId } = await merchant.addProduct('Evening classes');
  const mandateId = await activeMandate(testServer, officer, merchant, { productId });
  const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  const transactions = merchant.mandates.replace('/mandates', '/transactions');
  const { json: debit } = await merchant.client.call(transactions, {
    method: 'POST',
    body: { mandateId, reference: 'TERM-1', amount: 120_000 },
  });
  const announced = /will collect USh 120,000 for Evening classes from your account ending in 5566/;
  await until(async () => (await messages(merchant.phoneNumber, announced)).length === 1);
  const { visit } = await openPage(merchant.phoneNumber);
  const page = `/me/mandates/${reference}`;
  const receipt = `${page}/debits/${debit.reference}`;
  const shown = async (path = page) => (await visit(path)).text.replaceAll(/\s+/g, ' ');
  assert.match(await shown('/me'), /<br \/>For Evening classes<br \/>/);
  assert.match(await shown(), /<li>For Evening classes<\/li>.*USh 120,000.* on .*Will be taken\./);
  assert.doesNotMatch(await shown(`${page}/stop`), /still taken/);
  assert.equal((await visit(receipt)).status, 404, 'nothing was taken yet');

  await goesOn(debit.id, 'PROCESSING');
  assert.match(await shown(), /With your bank\./);
  assert.match(await shown(`${page}/stop`), /still taken:.*USh 120,000 on /);

  await goesOn(debit.id, 'CLEARED');
  assert.match(await shown(), /Taken\..*Receipt/);
  const printed = await shown(receipt);
  assert.match(printed, /USh 120,000.*Evening classes.*TERM-1/);
  assert.doesNotMatch(printed, new RegExp(PAYER_ACCOUNT));
  assert.doesNotMatch(await shown(`${page}/stop`), /still taken/);
  const stranger = await shop();
  await activeMandate(testServer, officer, stranger);
  const other = await openPage(stranger.phoneNumber);
  assert.equal((await other.visit(receipt)).status, 404);
});

test('who stops while debits are at the bank is told all that are still taken', async () => {
  const merchant = await shop();
  const mandateId = await activeMandate(testServer, officer, merchant);
  const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  const path = merchant.mandates.replace('/mandates', '/transactions');
  for (const amount of [50_000, 60_000, 70_000]) {
    const body = { mandateId, reference: `STOP-${amount}`, amount };
    const { json } = await merchant.client.call(path, { method: 'POST', body });
    if (amount !== 70_000) await goesOn(json.id, 'PROCESSING');
  }
  const { visit } = await openPage(merchant.phoneNumber);
  const stop = async () => {
    const { text } = await visit(`/me/mandates/${reference}/stop`, { reason: '' });
    return { text, taken: [...text.matchAll(/<li>USh ([\d,]+) on/g)].map(([, sum]) => sum) };
  };
  const stopped = await stop();
  assert.match(stopped.text, /Stopped for good.*still taken/s);
  assert.deepEqual(new Set(stopped.taken), new Set(['50,000', '60,000']));
  const again = await stop();
  assert.match(again.text, /had ended before/);
  assert.equal(again.taken.length, 2);
});
