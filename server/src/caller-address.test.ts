import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from './testing/test-server.ts';

const LIMIT = 3;
let testServer: TestServer;
let asked = 0;

before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1', CODES_PER_ADDRESS: `${LIMIT}` });
});
after(() => testServer.close());

/** Asks for a code for somebody new through the proxy, which appends the address that it sees. */
function askFrom(forwardedFor: string) {
  asked += 1;
  return testServer.stranger().call('/identity/api/v1/auth/public/sec-token', {
    method: 'POST',
    body: { identifier: `person-${asked}@example.com`, tokenType: 'OTP' },
    headers: { 'x-forwarded-for': forwardedFor },
  });
}

async function statusesFrom(addresses: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push((await askFrom(address)).status);
  return statuses;
}

test('what a stranger writes into X-Forwarded-For does not make them somebody else', async () => {
  const statuses = await statusesFrom([1, 2, 3, 4].map((n) => `203.0.113.${n}, 198.51.100.7`));
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  assert.equal((await askFrom('198.51.100.8')).status, 200);
});

test('addresses of one IPv6 network of 64 bits count together', async () => {
  const statuses = await statusesFrom([
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::2',
    '2001:db8:1:2:a:b:c:d',
    '2001:0DB8:1:2::4',
  ]);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  assert.equal((await askFrom('2001:db8:1:3::1')).status, 200);
});

test('a refusal for too many calls says no more than its problem', async () => {
  const path = '/identity/api/v1/users/email-exists?email=a@example.com';
  const headers = { 'x-forwarded-for': '192.0.2.9' };
  let answer = await testServer.stranger().call(path, { headers });
  for (let n = 0; n < 60 && answer.status === 200; n += 1)
    answer = await testServer.stranger().call(path, { headers });
  assert.equal(answer.status, 429);
  const names = ['type', 'title', 'status', 'code', 'requestId', 'retryAfterSeconds'];
  assert.deepEqual(Object.keys(answer.json), names);
});
