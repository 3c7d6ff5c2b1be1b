import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { registeredMerchant } from './testing/setup/test-registered.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** A business, with the address of its statement of a month. */
async function openBusiness() {
  const { ids, person } = await registeredMerchant(testServer);
  const path = `/api/v1/merchants/${ids['merchantId']}`;
  return { ...person, path, statement: `${path}/statements/2026-01/pdf` };
}

/** Milliseconds that 95 of 100 calls take at most, of calls one after the other. */
async function p95(call: () => Promise<unknown>, isEnough: (calls: number) => boolean) {
  const times: number[] = [];
  while (!isEnough(times.length)) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

test("150 statements of one business at once do not hold up another one's list", async () => {
  const [busy, other] = [await openBusiness(), await openBusiness()];
  const list = async () => {
    const { status, text } = await other.client.call(`${other.path}/customers`);
    assert.equal(status, 200, text);
  };
  assert.equal((await busy.client.call(busy.statement)).status, 200);
  const quiet = await p95(list, (calls) => calls >= 40);
  let isOver = false;
  const asked = Promise.all(
    Array.from({ length: 150 }, () => busy.client.call(busy.statement)),
  ).finally(() => (isOver = true));
  const loaded = await p95(list, (calls) => isOver && calls >= 5);
  const answers = await asked;
  assert.ok(loaded < 40 * quiet, `${loaded.toFixed()} ms, and ${quiet.toFixed()} ms when quiet`);
  const made = answers.filter(({ status }) => status === 200);
  assert.ok(made.length > 0 && made.length < 60, String(made.length));
  for (const { bytes } of made) assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.deepEqual([answer.status, answer.json.code], [429, 'TOO_MUCH_AT_ONCE']);
    assert.equal(answer.headers['retry-after'], '5');
  }
});

test('a person asks for 60 statements a minute, and for the analytics apart from that', async () => {
  const { client, path, statement } = await openBusiness();
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1) statuses.push((await client.call(statement)).status);
  assert.deepEqual(statuses, [...Array<number>(60).fill(200), 429]);
  const { json, headers } = await client.call(statement);
  assert.equal(json.code, 'TOO_MANY_REQUESTS');
  assert.ok(Number(headers['retry-after']) <= 60);
  assert.equal((await client.call(`${path}/analytics`)).status, 200);
});
