import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logoOf } from '#demo/demo-files.ts';
import { mandateRequest, openBank, openShop, payerAccount } from '#testing/test-mandate.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

interface Field {
  key: string;
  value: string;
  fileUrl: string;
}

const fieldOf = (fields: readonly Field[], key: string) => fields.find((one) => one.key === key);

test('what a business takes back, the officers of the bank read no more', async () => {
  const officer = await openBank(testServer);
  const { client, create, mandates } = await openShop(testServer);
  const made = await create({ consentWay: 'FORM', ...(await payerAccount(testServer)) });
  const path = `${mandates}/${made.json.id}`;
  const form = new FormData();
  form.set('scan', new Blob([logoOf([1, 2, 3])], { type: 'image/png' }), 'scan.png');
  assert.equal((await client.call(`${path}/form`, { method: 'POST', body: form })).status, 200);
  const { id, fields } = await mandateRequest(officer, made.json.reference);
  const scan = fieldOf(fields, 'form')?.fileUrl ?? '';
  assert.equal((await officer.client.call(scan)).status, 200);
  assert.equal(fieldOf(fields, 'account')?.value, '903000555566');
  const body = { reason: 'It was a mistake' };
  assert.equal((await client.call(`${path}/cancel`, { method: 'POST', body })).status, 200);
  const { json } = await officer.client.call(`/api/v1/approval-requests/${id}`);
  assert.deepEqual([json.state, fieldOf(json.fields, 'account')?.value], ['WITHDRAWN', '']);
  assert.equal((await officer.client.call(scan)).status, 404);
});
