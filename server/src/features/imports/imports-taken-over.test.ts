import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { TestClient } from '#testing/test-client.ts';
import { type LinedServer, openLinedServer } from '#testing/test-server.ts';
import { openSecondServer } from '#testing/second-server.ts';
import { csvOf, goodRow, openDesk } from './imports-test-calls.ts';

let testServer: LinedServer;
let owner: pg.Client;
before(async () => {
  testServer = await openLinedServer();
  owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await testServer.close();
});

/** Waits until a query of the database returns a row. */
async function until(query: string, values: unknown[] = []): Promise<void> {
  const end = performance.now() + 60_000;
  while ((await owner.query(query, values)).rowCount === 0) {
    assert.ok(performance.now() < end, `still not: ${query}`);
    await pause(100);
  }
}

test('the task of a server that has lost its database is taken over by one that was running all along', async (t) => {
  const desk = await openDesk(testServer);
  // While the table is locked the worker can begin and get no further.
  await owner.query('begin; lock table import_rows in exclusive mode');
  const { id } = await desk.send(csvOf(goodRow(1), goodRow(2)), { confirm: 'ALL' });
  await until(`select from tasks where subject_id = $1 and state = 'RUNNING'`, [id]);
  const duplicate = await openSecondServer(testServer);
  t.after(() => duplicate.close());
  // When it started it looked for tasks, and found that this one has a worker.
  const ended = `select from pgboss.job where name = 'task/import' and state = 'completed'`;
  await until(ended);
  testServer.line.cut();
  await owner.query('commit');
  // As after a minute: a task that has not ended is put into the queue again.
  const now = testServer.clock.now();
  await owner.query('update tasks set due_at = $2 where subject_id = $1', [id, now]);
  await until(`select from imports where id = $1 and state = 'DONE'`, [id]);
  const other = new TestClient(duplicate.port, desk.client.origin);
  other.token = desk.client.token;
  const { state, imported } = (await other.call(`${desk.bulk}/${id}`)).json;
  assert.deepEqual([state, imported], ['DONE', 2]);
  testServer.line.mend();
  assert.equal((await other.call(desk.customers)).json.totalElements, 2);
});
