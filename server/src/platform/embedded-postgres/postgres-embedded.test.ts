import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { openEmbedded } from './postgres-embedded.ts';
import { StartError } from '#platform/log.ts';

let dataDir = '';

before(async () => {
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'tegeka embedded ')), 'data');
  await chmod(path.dirname(dataDir), 0o711);
  const first = await openEmbedded({ dataDir });
  await ask(first.ownerUrl, 'create table kept (word text)');
  await first.stop();
});

after(() => rm(path.dirname(dataDir), { recursive: true, force: true }));

test('nobody else lists the data folder', async () => {
  for (const folder of [dataDir, path.join(dataDir, 'postgres')])
    assert.equal((await stat(folder)).mode & 0o066, 0, folder);
});

test('a second start keeps the data and the port of the first', async () => {
  const port = await readFile(path.join(dataDir, 'postgres', 'port'), 'utf8');
  const database = await openEmbedded({ dataDir });
  try {
    assert.deepEqual(await ask(database.ownerUrl, 'select word from kept'), []);
    assert.equal(new URL(database.ownerUrl).port, port);
  } finally {
    await database.stop();
  }
});

test('the database is in UTC and sorts by code point', async () => {
  const database = await openEmbedded({ dataDir });
  try {
    const rows = await ask(
      database.ownerUrl,
      "select current_setting('TimeZone') zone, current_setting('server_encoding') encoding, 'Z' < 'a' plain, upper('ñ') upper",
    );
    assert.deepEqual(rows, [{ zone: 'UTC', encoding: 'UTF8', plain: true, upper: 'Ñ' }]);
  } finally {
    await database.stop();
  }
});

test('the password file is readable by its owner only, and connecting needs the password', async () => {
  const mode = (await stat(path.join(dataDir, 'postgres', 'cluster', 'password'))).mode & 0o777;
  assert.equal(mode, 0o600);
  const database = await openEmbedded({ dataDir });
  try {
    const wrong = new URL(database.ownerUrl);
    wrong.password = 'wrong';
    await assert.rejects(ask(wrong.href, 'select 1'), /password authentication failed/);
  } finally {
    await database.stop();
  }
});

test('a second server on the same data folder is refused and does not disturb the first', async () => {
  const database = await openEmbedded({ dataDir });
  try {
    await assert.rejects(openEmbedded({ dataDir }), isError(/already uses the data folder/));
    assert.deepEqual(await ask(database.ownerUrl, 'select 1 one'), [{ one: 1 }]);
  } finally {
    await database.stop();
  }
});

test('if the port is in use by another program, another port is chosen', async () => {
  const port = Number(await readFile(path.join(dataDir, 'postgres', 'port'), 'utf8'));
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const database = await openEmbedded({ dataDir });
  other.close();
  await database.stop();
  assert.notEqual(new URL(database.ownerUrl).port, String(port));
});

test('after kill -9 of a server the next start works', async () => {
  const script = `import { openEmbedded } from ${JSON.stringify(new URL('postgres-embedded.ts', import.meta.url).href)};
    console.log((await openEmbedded({ dataDir: ${JSON.stringify(dataDir)} })).ownerUrl);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const database = await openEmbedded({ dataDir });
  await database.stop();
});

test('a PostgreSQL that ends unexpectedly is restarted at the same address', async () => {
  const lines: string[] = [];
  const database = await openEmbedded({ dataDir, log: (line) => lines.push(line) });
  try {
    const note = await readFile(
      path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'),
      'utf8',
    );
    process.kill(Number(note.split('\n')[0]), 'SIGKILL');
    await assert.doesNotReject(eventually(() => ask(database.ownerUrl, 'select 1')));
    assert.match(lines.join(), /started again/);
  } finally {
    await database.stop();
  }
});

test('an invalid data folder is reported in one sentence', async () => {
  const file = path.join(path.dirname(dataDir), 'file');
  await writeFile(file, '');
  await assert.rejects(openEmbedded({ dataDir: file }), isError(/^The data folder .* \(EEXIST\)/));
});

function isError(text: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof StartError && text.test(error.message);
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function eventually<T>(work: () => Promise<T>, tries = 50): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return eventually(work, tries - 1);
  }
}
