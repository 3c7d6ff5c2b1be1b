import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestClient } from '#testing/test-client.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
  type TestPerson,
} from '#testing/test-server.ts';
import { requestTokens, signInOverHttp } from '#testing/test-sign-in.ts';

let testServer: TestServer;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(() => testServer.close());

const REASON = 'Left the business';

const turn = (person: TestPerson, to: 'disable' | 'enable', client = operator.client) =>
  client.call(`/api/v1/operator/users/${person.userId}/${to}`, {
    method: 'PATCH',
    body: { reason: REASON },
  });

/** A change that any merchant may make. */
const change = (client: TestClient) =>
  client.call('/api/v1/saved-views', {
    method: 'PUT',
    body: { list: 'listCustomers', name: 'Mine', query: '' },
  });

const read = (client: TestClient) => client.call('/api/v1/saved-views?list=listCustomers');

async function trailOf({ userId }: TestPerson) {
  const rows = await testServer.ctx.db.asPlatform('look at the trail', (tx) =>
    tx
      .selectFrom('audit')
      .select(['action', 'user_id', 'reason', 'request_id'])
      .where('entity_id', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );
  assert.ok(rows.every(({ request_id: id }) => id !== ''));
  return rows.map(({ action, user_id: by, reason }) => [action, by, reason]);
}

test('a disabled person changes nothing from that moment, can not sign in, and can again once enabled', async () => {
  const person = await testServer.merchant();
  assert.equal((await change(person.client)).status, 200);
  assert.equal((await turn(person, 'disable')).status, 204);
  assert.equal((await change(person.client)).json.code, 'NOT_SIGNED_IN');
  await assert.rejects(testServer.signIn('MERCHANT', person.email), /led to 403/);
  assert.equal((await turn(person, 'disable')).json.code, 'ACCOUNT_MOVED_ON');
  const users = `/api/v1/operator/organizations/${person.organizationId}/users`;
  const [listed] = (await operator.client.call(users)).json;
  assert.equal(typeof listed.disabledAt, 'string');
  assert.equal((await turn(person, 'enable')).status, 204);
  await testServer.signIn('MERCHANT', person.email);
  const by = operator.userId;
  assert.deepEqual(await trailOf(person), [
    ['signIn', person.userId, null],
    ['disableUser', by, REASON],
    ['signInRefused', null, null],
    ['enableUser', by, REASON],
    ['signIn', person.userId, null],
  ]);
  const rows = await testServer.ctx.db.asPlatform('look at the transitions', (tx) =>
    tx
      .selectFrom('transitions')
      .select(['to_state', 'actor_id', 'reason'])
      .where('entity_id', '=', person.userId)
      .orderBy('revision')
      .execute(),
  );
  assert.deepEqual(
    rows,
    ['DISABLED', 'ENABLED'].map((state) => ({ to_state: state, actor_id: by, reason: REASON })),
  );
});

test('an operator can not disable their own account, and nobody else can disable any', async () => {
  const person = await testServer.merchant();
  assert.equal((await turn(operator, 'disable')).json.code, 'ACCOUNT_IS_YOURS');
  assert.equal((await turn(person, 'disable', person.client)).status, 403);
  const unknown = { ...person, userId: '01999999-9999-7999-8999-999999999999' };
  assert.equal((await turn(unknown, 'disable')).status, 404);
});

test('who is signed out, or whose refresh token was used twice, changes and reads nothing with the token that is out', async () => {
  const person = await testServer.merchant();
  const { issuer, clientId } = testServer.config.identity;
  const browserOf = async () => {
    const client = testServer.stranger();
    const tokens = await signInOverHttp(client, testServer.config, person.email, TEST_PASSWORD);
    return {
      client,
      tokens,
      refresh: { grant_type: 'refresh_token', refresh_token: tokens.refreshToken },
    };
  };
  const left = await browserOf();
  const body = new URLSearchParams({
    client_id: clientId,
    refresh_token: left.tokens.refreshToken,
  });
  await left.client.call(`${issuer}/protocol/openid-connect/logout`, { method: 'POST', body });
  const stolen = await browserOf();
  await requestTokens(stolen.client, testServer.config, stolen.refresh);
  await requestTokens(stolen.client, testServer.config, stolen.refresh);
  const kept = await browserOf();
  for (const [{ client, tokens }, status] of [
    [left, 401],
    [stolen, 401],
    [kept, 200],
  ] as const) {
    client.token = tokens.accessToken;
    assert.equal((await change(client)).status, status);
    assert.equal((await read(client)).status, status);
  }
  const trail = (await trailOf(person)).map(([action]) => action);
  assert.equal(trail.filter((action) => action === 'refreshTokenReused').length, 1);
});

test('while passwords are hashed, other calls get the connections of the database', async (t) => {
  const small = await openTestServer({ DATABASE_POOL: '2' });
  t.after(() => small.close());
  const links: string[] = [];
  for (const domain of ['BANK', 'OPERATOR'] as const) {
    const { email: identifier } = await small.person(domain);
    const body = { identifier, tokenType: 'PASSWORD_RESET' };
    await small.stranger().call('/identity/api/v1/auth/public/sec-token', { method: 'POST', body });
    const [message] = await small.outbox(identifier);
    links.push(/\/reset-password#(\S+)/.exec(message?.text ?? '')?.[1] ?? '');
  }
  const asked = '/identity/api/v1/users/email-exists?email=nobody@example.com';
  // Both connections are open by then: who connects to the database needs a thread too.
  await Promise.all(Array.from({ length: 8 }, () => small.stranger().call(asked)));
  // Hashing needs one of Node's four threads: each waits to open a pipe that nobody writes to.
  const pipe = path.join(small.config.dataDir, 'pipe');
  execFileSync('/usr/bin/mkfifo', [pipe]);
  const threads = Array.from({ length: 4 }, () => open(pipe, 'r'));
  const resets = links.map((token) =>
    small.stranger().call('/identity/api/v1/users/reset-password', {
      method: 'POST',
      body: { password: 'a lantern over the lake', token },
    }),
  );
  // Long enough for the resets to begin their hashing. A call with a token would need a thread too, to
  // verify it.
  let status = 200;
  for (let n = 0; n < 20 && status === 200; n += 1) {
    ({ status } = await small.stranger().call(asked));
    await pause(50);
  }
  const writer = openSync(pipe, 'r+');
  for (const thread of threads) await (await thread).close();
  closeSync(writer);
  const done = await Promise.all(resets);
  assert.deepEqual([status, ...done.map((reset) => reset.status)], [200, 204, 204]);
});
