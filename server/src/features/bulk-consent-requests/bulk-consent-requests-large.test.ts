import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BULK_REQUEST_MAX } from '@tegeka/contract/mandates/bulk-consent-requests.ts';
import { copyMandate, openDatabase } from '#features/clearing/clearing-test-database.ts';
import { openPayer } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer } from '#testing/test-server.ts';

test('a filter that means more mandates than one bulkRequest takes is refused', async (t) => {
  const testServer = await openTestServer();
  const database = await openDatabase(testServer);
  t.after(async () => {
    await database.close();
    await testServer.close();
  });
  const { person, merchantId } = await activeMerchant(testServer);
  const payer = await openPayer(testServer, { client: person.client, merchantId });
  const { json } = await payer.create({ send: false });
  await copyMandate(database, json.id, BULK_REQUEST_MAX);
  const path = `/api/v1/merchants/${merchantId}/mandates/send-all`;
  const start = (mandates: number) =>
    person.client.call(path, { method: 'POST', body: { filter: {}, mandates } });
  for (const refused of [
    await person.client.call(`${path}/expected`),
    await start(BULK_REQUEST_MAX + 1),
  ])
    assert.deepEqual([refused.status, refused.json.code], [422, 'BULK_REQUEST_TOO_LARGE']);
  await database.rows('delete from mandates where id = $1', [json.id]);
  assert.equal((await person.client.call(`${path}/expected`)).json.mandates, BULK_REQUEST_MAX);
});
