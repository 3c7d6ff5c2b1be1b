import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { openSigningKeys } from '#identity/provider/provider-keys.ts';
import { TestClient } from './testing/test-client.ts';
import { type TestServer, openTestServer, TEST_PASSWORD } from './testing/test-server.ts';
import { signInOverHttp } from './testing/test-sign-in.ts';
import { openSecondServer } from './testing/second-server.ts';

const HOUR = 3600 * 1000;
const ME = '/identity/api/v1/users/currentuser';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

function rotate(settings: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'silent',
    DATA_DIR: testServer.config.dataDir,
    DATABASE_URL: testServer.connectionString,
    ...settings,
  };
  const script = path.join(import.meta.dirname, 'keys-rotate.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` });
    });
  });
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

test('a new key signs after the next start, the old one still verifies, and nobody has to sign in again', async (t) => {
  const person = await testServer.merchant();
  const old = person.client.token ?? '';
  const { code, output } = await rotate();
  assert.equal(code, 0, output);
  // The running server still signs with the old key.
  const between = await testServer.signIn('MERCHANT', person.email);
  assert.equal(kidOf(between.token ?? ''), kidOf(old));
  const started = await openSecondServer(testServer);
  t.after(() => started.close());
  const client = new TestClient(started.port, person.client.origin);
  const fresh = await signInOverHttp(client, testServer.config, person.email, TEST_PASSWORD);
  assert.notEqual(kidOf(fresh.accessToken), kidOf(old));
  assert.ok(output.includes(String(kidOf(fresh.accessToken))));
  // The key was added after the first server had started. It reads new keys at most every ten
  // seconds.
  testServer.clock.advance(11_000);
  for (const token of [old, fresh.accessToken]) {
    for (const port of [testServer.config.http.port, started.port]) {
      const caller = new TestClient(port, person.client.origin);
      caller.token = token;
      assert.equal((await caller.call(ME)).status, 200, `${kidOf(token)} at ${port}`);
    }
  }
  const certs = await client.call(
    `${testServer.config.identity.issuer}/protocol/openid-connect/certs`,
  );
  assert.equal(certs.json.keys.length, 2);
});

test('a key that was replaced 13 hours ago is no longer valid', async () => {
  assert.equal((await openSigningKeys(testServer.ctx)).length, 2);
  testServer.clock.advance(14 * HOUR);
  assert.equal((await openSigningKeys(testServer.ctx)).length, 1);
});

test('with another instance key, or without a database, no key is created', async () => {
  const foreign = await rotate({ INSTANCE_KEY: 'ab'.repeat(32) });
  assert.equal(foreign.code, 1);
  assert.match(foreign.output, /INSTANCE_KEY/);
  const nowhere = await rotate({ DATABASE_URL: '' });
  assert.deepEqual(
    [nowhere.code, nowhere.output.trim()],
    [1, 'DATABASE_URL must name the database of the platform.'],
  );
});
