import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from '#platform/database/migrate.ts';
import { testDatabaseUrl } from '#testing/test-database.ts';
import { isWebBuilt } from '#platform/http/web-pages.ts';
import { TestClient } from './testing/test-client.ts';
import { freePort } from './testing/test-server.ts';

const MAIN = path.join(import.meta.dirname, 'main.ts');
/** Ends the servers when this process ends in whatever way. */
const LIFELINE = path.resolve(import.meta.dirname, '../../tools/lifeline.mjs');
/** Timeout of a start while other tests run, in milliseconds. */
const TIMEOUT = 60_000;

/** An empty database, and a function to query it. */
async function emptyDatabase() {
  const base = await testDatabaseUrl();
  const name = `empty_${randomBytes(8).toString('hex')}`;
  const url = Object.assign(new URL(base), { pathname: `/${name}` }).href;
  const ask = async (connectionString: string, query: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query(query)).rows;
    } finally {
      await client.end();
    }
  };
  await ask(base, `create database ${name}`);
  return {
    url,
    ask: (query: string) => ask(url, query),
    drop: () => ask(base, `drop database ${name} with (force)`),
  };
}

function launch(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--import', pathToFileURL(LIFELINE).href, MAIN], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
}

async function ready(child: ChildProcess, client: TestClient): Promise<void> {
  const end = performance.now() + TIMEOUT;
  for (;;) {
    const answer = await client.call('/readyz').catch(() => null);
    if (answer?.status === 200) return;
    assert.equal(child.exitCode, null, 'the server runs');
    assert.ok(performance.now() < end, 'the server got ready');
    await pause(100);
  }
}

test('of two migrations that start at the same time, one runs and the other waits', async (t) => {
  const database = await emptyDatabase();
  t.after(() => database.drop());
  const applied = await Promise.all([
    migrate(database.url, database.url),
    migrate(database.url, database.url),
  ]);
  const counts = applied.map((names) => names.length).toSorted((a, b) => a - b);
  assert.equal(counts[0], 0);
  assert.ok((counts[1] ?? 0) > 5);
});

test(
  'two servers start at the same moment on an empty database, and one goes on without the other',
  { skip: isWebBuilt() ? false : 'needs the built web app' },
  async (t) => {
    const database = await emptyDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-two-'));
    const ports = [await freePort(), await freePort()];
    const base = `http://localhost:${ports[0]}`;
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder, BASE_URL: base };
    const children = ports.map((port) => launch({ ...settings, PORT: String(port) }));
    t.after(async () => {
      for (const child of children) child.kill('SIGKILL');
      await pause(200);
      await database.drop();
      await rm(folder, { recursive: true });
    });
    const clients = ports.map(
      (port) => new TestClient(port, `http://merchant.localhost:${ports[0]}`),
    );
    await Promise.all(
      children.map((child, at) => ready(child, clients[at] ?? assert.fail('one client each'))),
    );
    const [{ keys, files }] = await database.ask(
      'select (select count(*)::int from provider_keys) as keys, (select count(*)::int from migrations) as files',
    );
    assert.equal(keys, 1, 'one signing key');
    assert.ok(files > 5);
    const operators = await database.ask("select email from accounts where domain = 'OPERATOR'");
    assert.equal(operators.length, 2, 'the demo is there once');
    const [first, second] = children;
    first?.kill('SIGKILL');
    if (first) await once(first, 'exit');
    const body = { identifier: 'after-the-end@example.com', tokenType: 'OTP' };
    const answer = await clients[1]?.call('/identity/api/v1/auth/public/sec-token', {
      method: 'POST',
      body,
    });
    assert.equal(answer?.status, 200);
    assert.equal(second?.exitCode, null);
  },
);
