import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { openSigningKeys } from '#identity/provider-keys.ts';
import { TestClient } from './test-client.ts';
import { type House, openHouse, TEST_PASSWORD } from './test-house.ts';
import { signInOverHttp } from './test-sign-in.ts';
import { openTwin } from './test-twin.ts';

const HOUR = 3600 * 1000;
const ME = '/identity/api/v1/users/currentuser';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

function rotate(settings: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const env = {
    ...{ PATH: process.env['PATH'], LOG_LEVEL: 'silent', DATA_DIR: house.config.dataDir },
    ...{ DATABASE_URL: house.connectionString, ...settings },
  };
  const script = path.join(import.meta.dirname, 'keys-rotate.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, out, fault) => {
      resolve({ code: error ? 1 : 0, said: `${out}${fault}` });
    });
  });
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

test('a new key signs after the next start, the old one verifies on, and nobody signs in again', async (t) => {
  const person = await house.merchant();
  const old = person.client.token ?? '';
  const { code, said } = await rotate();
  assert.equal(code, 0, said);
  // The server that goes on signs as before.
  const between = await house.signIn('MERCHANT', person.email);
  assert.equal(kidOf(between.token ?? ''), kidOf(old));
  const started = await openTwin(house);
  t.after(() => started.close());
  const client = new TestClient(started.port, person.client.origin);
  const fresh = await signInOverHttp(client, house.config, person.email, TEST_PASSWORD);
  assert.notEqual(kidOf(fresh.accessToken), kidOf(old));
  assert.ok(said.includes(String(kidOf(fresh.accessToken))));
  // The key was added after the first server had started, and it looks for new ones now and then.
  house.clock.advance(11_000);
  for (const token of [old, fresh.accessToken]) {
    for (const port of [house.config.http.port, started.port]) {
      const caller = new TestClient(port, person.client.origin);
      caller.token = token;
      assert.equal((await caller.call(ME)).status, 200, `${kidOf(token)} at ${port}`);
    }
  }
  const certs = await client.call(`${house.config.identity.issuer}/protocol/openid-connect/certs`);
  assert.equal(certs.json.keys.length, 2);
});

test('a key that was replaced 13 hours ago counts no more', async () => {
  assert.equal((await openSigningKeys(house.frame)).length, 2);
  house.clock.advance(14 * HOUR);
  assert.equal((await openSigningKeys(house.frame)).length, 1);
});

test('with another instance key, or without a database, no key is made', async () => {
  const foreign = await rotate({ INSTANCE_KEY: 'ab'.repeat(32) });
  assert.equal(foreign.code, 1);
  assert.match(foreign.said, /INSTANCE_KEY/);
  const nowhere = await rotate({ DATABASE_URL: '' });
  assert.deepEqual(
    [nowhere.code, nowhere.said.trim()],
    [1, 'DATABASE_URL must name the database of the platform.'],
  );
});
