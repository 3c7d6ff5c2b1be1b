import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { getCurrentUser } from '@tegeka/contract/users.ts';
import { type TestServer, openTestServer } from './testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

function addOperator(...text: string[]): Promise<{ code: number; output: string }> {
  const script = path.join(import.meta.dirname, 'operator-add.ts');
  const env = { ...process.env, DATABASE_URL: testServer.connectionString, LOG_LEVEL: 'silent' };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...text], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` });
    });
  });
}

const RIGHT = [
  '--email',
  'First@Operator.example',
  '--first-name',
  'Ada',
  '--last-name',
  'Akello',
  '--phone',
  '0772 555 001',
];

test('the first operator is added and sets a password on the reset page', async () => {
  const added = await addOperator(...RIGHT);
  assert.deepEqual([added.code, /reset-password/.test(added.output)], [0, true], added.output);
  const client = testServer.stranger('OPERATOR');
  const identifier = 'first@operator.example';
  const codes = '/identity/api/v1/auth/public/sec-token';
  const tokenType = 'PASSWORD_RESET';
  await client.call(codes, { method: 'POST', body: { identifier, tokenType } });
  const [message] = await testServer.outbox(identifier);
  const token = /\/reset-password#(\S+)/.exec(message?.text ?? '')?.[1];
  const password = 'harbour-violet-lamp';
  const reset = await client.call('/identity/api/v1/users/reset-password', {
    method: 'POST',
    body: { password, token },
  });
  assert.equal(reset.status, 204);
  const signedIn = await testServer.signIn('OPERATOR', identifier, password);
  assert.equal((await signedIn.call('/api/v1/approval-requests')).status, 200);
  const { id } = (await signedIn.call('/identity/api/v1/users/currentuser')).as(getCurrentUser);
  const rows = await testServer.ctx.db.asPlatform('look at the trail', (tx) =>
    tx.selectFrom('audit').select(['action', 'request_id']).where('entity_id', '=', id).execute(),
  );
  assert.deepEqual(rows[0], { action: 'addOperator', request_id: 'npm run operator' });
});

test('an existing operator, or wrong arguments, are answered with a sentence', async () => {
  const twice = await addOperator(...RIGHT);
  assert.deepEqual([twice.code, twice.output.trim()], [1, 'Sorry, that email exists']);
  for (const text of [
    ['--email', 'nobody'],
    ['--mail', 'nobody@operator.example'],
    ['nobody@operator.example'],
    [...RIGHT, '--last-name', 'x'.repeat(61)],
    [...RIGHT, '--first-name', 'Ada\u0007'],
  ]) {
    const { code, output } = await addOperator(...text);
    assert.equal(code, 1, output);
    assert.match(output, /^A right email, .* are needed:\n {2}npm run operator .*\n$/);
  }
});
