import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { type Killable, loadKillable } from '#testing/killable-server.ts';
import { csvOf, openDesk } from './imports-test-calls.ts';

const ROWS = 6000;
const KILLS = 8;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
  // From here on this server answers calls and works on nothing: others do, and are killed.
  await testServer.ctx.jobs.stop();
});
after(() => testServer.close());

/** Rows with references that no other file has; every hundredth is refused. */
function fileOf(number: number): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const phone = row % 100 === 99 ? '1' : `077${2_000_000 + row}`;
    return `Grace,,Nakato,${phone},,F${number}-${row}`;
  });
  return csvOf(...rows);
}

const GOOD = ROWS - ROWS / 100;

/** The number of customers, by their rows and by the counts of the list. */
function countBook(organizationId: string) {
  return testServer.ctx.db.asPlatform('test', async (tx) => {
    const { rows } = await sql<Record<'customers' | 'counted' | 'done', number>>`
      select (select count(distinct reference)::int from customers
          where organization_id = ${organizationId}) as customers,
        (select coalesce(sum(delta), 0)::int from state_counts
          where organization_id = ${organizationId} and entity = 'customers') as counted,
        (select count(*)::int from imports
          where organization_id = ${organizationId} and state = 'DONE') as done`.execute(tx);
    return rows[0] ?? assert.fail('no counts');
  });
}

test('a server that is killed again and again leaves every row in exactly once', async (t) => {
  const desk = await openDesk(testServer);
  const { organizationId } = desk.person;
  const hits = new Map<string, number>();
  let files = 0;
  let current = '';
  let next: Killable = loadKillable(testServer);
  t.after(() => next.kill());
  const upload = async () => {
    files += 1;
    current = (await desk.send(fileOf(files), { confirm: 'GOOD_ROWS' })).id;
  };
  // The first file is let through, to learn how long one takes on this machine.
  await upload();
  await next.open();
  const began = performance.now();
  await desk.wait(current, 'DONE');
  let life = performance.now() - began;
  await next.kill();
  next = loadKillable(testServer);
  await upload();
  for (let kills = 0; kills < KILLS; kills += 1) {
    const server = next;
    next = loadKillable(testServer);
    await server.open();
    await pause(randomInt(Math.ceil(life)));
    await server.kill();
    const { state, progress } = await desk.get(current);
    const moment = `${state}${progress ? ` ${progress.task}` : ''}`;
    hits.set(moment, (hits.get(moment) ?? 0) + 1);
    const { customers, done } = await countBook(organizationId);
    assert.equal(customers, done * GOOD, 'a file is in as a whole or not at all');
    // So that most kills hit work, whatever else the machine does: shorter lives after a late one.
    life *= state === 'DONE' ? 0.7 : 1.15;
    if (state === 'DONE') await upload();
  }
  t.diagnostic(
    `killed at ${JSON.stringify(Object.fromEntries(hits))}, ${files} files of ${life} ms`,
  );
  await next.open();
  const { imported, rows, refusedRows } = await desk.wait(current, 'DONE');
  assert.deepEqual([imported, rows, refusedRows], [GOOD, ROWS, ROWS - GOOD]);
  const all = files * GOOD;
  const book = { customers: all, counted: all, done: files };
  assert.deepEqual(await countBook(organizationId), book);
  assert.equal((await desk.list()).totalElements, all);
});
