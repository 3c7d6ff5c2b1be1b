import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { freePort, makeDataDir, startInVain } from './environment/server-process.ts';

/** Asserts that a start with these settings fails, and prints only one sentence with the reason. */
async function refused(settings: Record<string, string>, sentence: RegExp): Promise<void> {
  const folder = await makeDataDir();
  try {
    const defaults = { PORT: String(await freePort()), DATA_DIR: folder };
    const { code, output } = await startInVain({ ...defaults, ...settings });
    assert.equal(code, 1, output);
    assert.match(output.replace('Starting the database …\n', '').trim(), sentence);
    assert.doesNotMatch(output, /\n\s+at |\{"/, 'no stack and no dump');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a taken port is named, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await refused(
    { PORT: String(port) },
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use\\. Set PORT to another one\\.$`),
  );
  other.close();
});

test('a data folder that can not be written is named', async () => {
  const folder = await makeDataDir();
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await refused(
    { DATA_DIR: path.join(file, 'data') },
    /^The data folder .* cannot be written by this user \(\w+\): [^\n]+$/,
  );
  await rm(folder, { recursive: true });
});

test('a database that does not answer is named without its password', async () => {
  const port = await freePort();
  const secret = 'not-to-be-told';
  await refused(
    { DATABASE_URL: `postgres://somebody:${secret}@127.0.0.1:${port}/nothing` },
    /^(?!.*not-to-be-told).*database.*127\.0\.0\.1[^\n]*$/i,
  );
});

test('settings that can not be used are all named at once', async () => {
  await refused(
    { PORT: 'many', MODE: 'holiday', OIDC_REALM: 'No Realm' },
    /^The settings are not usable:\n {2}MODE: .+\n {2}PORT: .+\n {2}OIDC_REALM: [^\n]+$/,
  );
});

test('production refuses to run with what belongs to the demo', async () => {
  await refused(
    { MODE: 'production', INSTANCE_KEY: '0'.repeat(64), BASE_URL: 'http://tegeka.example' },
    /DATABASE_URL: must be set in production\n.*SMTP_URL: .*\n.*SMS_USERNAME.*\n.*BASE_URL: must be https in production\n.*INSTANCE_KEY: is no random key/s,
  );
});
