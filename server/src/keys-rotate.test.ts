import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { MESSAGE } from '#platform/notifications/notification-delivery.ts';
import { deriveKeys } from '#platform/security/keys.ts';
import { openSigningKeys } from '#identity/provider/provider-keys.ts';
import {
  APPROVE,
  decide,
  openRequestOf,
  waitingBusiness,
} from '#features/approvals/approvals-test-calls.ts';
import { openDesk } from '#features/imports/imports-test-calls.ts';
import {
  ACCOUNT,
  csvOf,
  GRACE,
  MONTHLY,
} from '#features/mandates/imports/mandates-test-imports.ts';
import { TestClient } from './testing/test-client.ts';
import { openBank, openPayer, payerAccount, visitPage } from './testing/test-mandate.ts';
import { brokenClearingFile } from './testing/setup/test-clearing-file.ts';
import { activeMerchant, submitChange } from './testing/test-merchant.ts';
import {
  TEST_AHEAD_MS,
  type TestPerson,
  type TestServer,
  openTestServer,
  TEST_PASSWORD,
} from './testing/test-server.ts';
import { signInOverHttp } from './testing/test-sign-in.ts';
import { openSecondServer } from './testing/second-server.ts';

const HOUR = 3600 * 1000;
const ME = '/identity/api/v1/users/currentuser';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

function rotate(
  settings: Record<string, string> = {},
  { config, connectionString }: TestServer = testServer,
): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'silent',
    DATA_DIR: config.dataDir,
    DATABASE_URL: connectionString,
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
  // The key was replaced by a process that has the wall clock.
  testServer.clock.advance(14 * HOUR - TEST_AHEAD_MS);
  assert.equal((await openSigningKeys(testServer.ctx)).length, 1);
});

test('after the instance key was replaced, what it had encrypted is read, decided on, and encrypted again', async (t) => {
  const own = await openTestServer();
  t.after(() => own.close());
  const INSTANCE_KEY = 'c3'.repeat(32);
  const keyFile = path.join(own.config.dataDir, 'instance.key');
  const INSTANCE_KEY_PREVIOUS = (await readFile(keyFile, 'utf8')).trim();
  const waiting = await waitingBusiness(own);
  const { person, merchantId } = await activeMerchant(own);
  const address = `/api/v1/merchants/${merchantId}`;
  const { json: profile } = await person.client.call(`${address}/profile`);
  const bankAccount = { ...profile.bankAccount, accountNumber: '774400112233' };
  await submitChange(person.client, merchantId, { version: 1, bankAccount });
  const operator = await own.operator();
  const [{ id: bankId }] = (await operator.client.call('/api/v1/banks')).json;
  // More files than are encrypted in one transaction.
  for (const name of ['one', 'two', 'three', 'four'])
    await brokenClearingFile(operator.client, bankId, `The file ${name}`);
  const { clearingFileId } = await brokenClearingFile(operator.client, bankId, 'Dear Tegeka');
  const on = ({ port }: { port: number }, { client: { token, origin } }: TestPerson) =>
    Object.assign(new TestClient(port, origin), { token });
  const numberOn = async (server: { port: number }) =>
    (await on(server, person).call(`${address}/account-number/reveal`, { method: 'POST' })).json
      .accountNumber;

  await openBank(own);
  const payer = await openPayer(own, { client: person.client, merchantId });
  const asked = await payer.create({ consentWay: 'SMS', ...(await payerAccount(own)) });
  assert.equal(asked.status, 201, asked.text);
  const typing = await openPayer(own, { client: person.client, merchantId });
  await typing.create();
  const link = await typing.link();
  await visitPage(own, link, { ...(await payerAccount(own)), agreed: 'yes' });
  const desk = await openDesk(own, 'mandates', { person, merchantId });
  const row = { ...GRACE, ...MONTHLY, ...ACCOUNT };
  const { id: importId } = await desk.check(csvOf(row, { ...row, schedule: 'often' }));
  const both = await openSecondServer(own, { INSTANCE_KEY, INSTANCE_KEY_PREVIOUS });
  t.after(() => both.close());
  assert.equal(await numberOn(both), '9030001234567');
  const first = await openRequestOf(operator.client, waiting.person.businessName);
  const decided = await decide(on(both, operator), first, APPROVE);
  assert.equal(decided.json.state, 'EXECUTED', decided.text);

  const queued = { channel: 'email', recipient: 'a@example.com', template: 'test' };
  const body = own.ctx.keys.encrypt(MESSAGE, 'A message that waits');
  const at = own.clock.now();
  await own.ctx.db.asPlatform('test', (tx) =>
    tx
      .insertInto('messages')
      .values({
        ...queued,
        id: own.ctx.ids.uuid(at),
        body,
        state: 'QUEUED',
        created_at: at,
        due_at: at,
      })
      .execute(),
  );
  const rotated = await rotate({ INSTANCE_KEY, INSTANCE_KEY_PREVIOUS }, own);
  assert.equal(rotated.code, 0, rotated.output);
  assert.match(
    rotated.output,
    /messages 1, identity 1, files [1-9]\d*, approvals 3, merchants 2, imports 2, changes 1, mandates 3, clearing 5\./,
  );
  const waits = await own.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('messages')
      .select('body')
      .where('state', '=', 'QUEUED')
      .executeTakeFirstOrThrow(),
  );
  assert.equal(deriveKeys(INSTANCE_KEY).decrypt(MESSAGE, waits.body ?? ''), 'A message that waits');
  const fresh = await openSecondServer(own, { INSTANCE_KEY });
  t.after(() => fresh.close());
  assert.equal(await numberOn(fresh), '9030001234567');
  assert.equal((await on(fresh, person).call(profile.logo.url)).status, 200);
  const payers = new TestClient(fresh.port, `http://consumer.${own.config.http.baseHost}`);
  assert.equal((await payers.call(`${link}/code`)).status, 200);
  const refused = await on(fresh, person).call(`${desk.bulk}/${importId}/refused-rows`);
  assert.ok(refused.json.content[0].cells.includes('•••• 5566'), refused.text);
  await desk.confirm(importId, 'GOOD_ROWS');
  await desk.wait(importId, 'DONE');
  const look = { method: 'POST', body: { reason: 'The key is new' } };
  const file = await on(fresh, operator).call(
    `/api/v1/clearing-files/${clearingFileId}/read`,
    look,
  );
  assert.equal(file.text, 'Dear Tegeka');
  const second = await openRequestOf(on(fresh, operator), person.businessName);
  const applied = await decide(on(fresh, operator), second, APPROVE);
  assert.equal(applied.json.state, 'EXECUTED', applied.text);
  assert.equal(await numberOn(fresh), '774400112233');
  const again = await rotate({ INSTANCE_KEY }, own);
  assert.match(
    again.output,
    /files 0, approvals 0, merchants 0, imports 0, changes 0, mandates 0, clearing 0\./,
  );
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
