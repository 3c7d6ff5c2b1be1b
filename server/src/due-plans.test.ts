import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { FEATURES } from './app-features.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

// Servers query for due work all the time: each query of a table that grows must use an index.

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** Tables with a few rows, whatever happens. */
const SMALL = ['business_clock', 'clearing_sessions', 'provider_keys', 'summary_state'];

/** The number of sequential scans of each table, by its name. */
async function readScans(tx: PlatformTx): Promise<Map<string, string>> {
  const { rows } = await sql<{ relname: string; seq_scan: string }>`
    select relname, seq_scan from pg_stat_xact_user_tables where seq_scan > 0`.execute(tx);
  return new Map(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
}

for (const { name, due = [] } of FEATURES) {
  for (const [at, work] of due.entries()) {
    test(`${name}, due work ${at + 1}: no table that grows is looked through`, async () => {
      const scanned = await testServer.ctx.db.asPlatform('look at plans', async (tx) => {
        // The planner then uses a sequential scan only where no index can be used.
        await sql`set local enable_seqscan = off`.execute(tx);
        const known = await readScans(tx);
        await work.next(tx, testServer.ctx);
        const now = await readScans(tx);
        return [...now].filter(([table, count]) => known.get(table) !== count);
      });
      const tables = scanned.map(([table]) => table).filter((table) => !SMALL.includes(table));
      assert.deepEqual(tables, []);
    });
  }
}
