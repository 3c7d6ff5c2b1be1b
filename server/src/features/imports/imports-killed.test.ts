import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { keysOf } from '@tegeka/contract/kit/fields.ts';
import { sql } from 'kysely';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { type Killable, loadKillable } from '#testing/killable-server.ts';
import { csvOf, mandateRow, mandatesCsv, openDesk } from './imports-test-calls.ts';

/** Files by kind. References contain the number of the file; every hundredth row is refused. */
const KINDS = {
  customers: {
    rows: 6000,
    kills: 8,
    fileOf: (file: number, rows: number[]) =>
      csvOf(
        ...rows.map((row) => {
          const phone = row % 100 === 99 ? '1' : `077${2_000_000 + row}`;
          return `Grace,,Nakato,${phone},,F${file}-${row}`;
        }),
      ),
  },
  mandates: {
    rows: 2000,
    kills: 6,
    fileOf: (file: number, rows: number[]) =>
      mandatesCsv(
        ...rows.map((row) =>
          mandateRow(`F${file}-${row}`).replace('monthly', row % 100 === 99 ? 'never' : 'monthly'),
        ),
      ),
  },
};

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
  // From here on this server only answers calls. Other processes run the tasks, and are killed.
  await testServer.ctx.jobs.stop();
});
after(() => testServer.close());

/** Counts entities by their rows, by the counts of the list and by transitions, and finished imports. */
function countBook(organizationId: string, kind: keyof typeof KINDS) {
  return testServer.ctx.db.asPlatform('test', async (tx) => {
    const { rows } = await sql<Record<'made' | 'customers' | 'counted' | 'begun' | 'done', number>>`
      select (select count(distinct reference)::int from ${sql.table(kind)}
          where organization_id = ${organizationId}) as made,
        (select count(distinct reference)::int from customers
          where organization_id = ${organizationId}) as customers,
        (select coalesce(sum(delta), 0)::int from state_counts
          where organization_id = ${organizationId} and entity = ${kind}) as counted,
        (select count(*)::int from transitions
          where organization_id = ${organizationId} and entity = 'mandate') as begun,
        (select count(*)::int from imports
          where organization_id = ${organizationId} and state = 'DONE') as done`.execute(tx);
    return rows[0] ?? assert.fail('no counts');
  });
}

async function killOften(t: TestContext, kind: keyof typeof KINDS): Promise<void> {
  const { rows: count, kills: max, fileOf } = KINDS[kind];
  const good = count - count / 100;
  const numbers = Array.from({ length: count }, (_, row) => row);
  const desk = await openDesk(testServer, kind);
  const { organizationId } = desk.person;
  const hits = new Map<string, number>();
  let files = 0;
  let current = '';
  let next: Killable = loadKillable(testServer);
  t.after(() => next.kill());
  const upload = async () => {
    files += 1;
    current = (await desk.send(fileOf(files, numbers), { confirm: 'GOOD_ROWS' })).id;
  };
  // The first file is imported without a kill, to measure how long one takes on this machine.
  await upload();
  await next.open();
  const began = performance.now();
  await desk.wait(current, 'DONE');
  let life = performance.now() - began;
  await next.kill();
  next = loadKillable(testServer);
  await upload();
  for (let kills = 0; kills < max; kills += 1) {
    const server = next;
    next = loadKillable(testServer);
    await server.open();
    await pause(randomInt(Math.ceil(life)));
    await server.kill();
    const { state, progress } = await desk.get(current);
    const moment = `${state}${progress ? ` ${progress.task}` : ''}`;
    hits.set(moment, (hits.get(moment) ?? 0) + 1);
    const { made, customers, done } = await countBook(organizationId, kind);
    assert.deepEqual(
      [made, customers],
      [done * good, done * good],
      'a file is in as a whole or not at all',
    );
    // So that most kills interrupt work on a busy machine too: shorter lives after a late kill.
    life *= state === 'DONE' ? 0.7 : 1.15;
    if (state === 'DONE') await upload();
  }
  t.diagnostic(
    `killed at ${JSON.stringify(Object.fromEntries(hits))}, ${files} files of ${life} ms`,
  );
  await next.open();
  const { imported, rows, refusedRows } = await desk.wait(current, 'DONE');
  assert.deepEqual([imported, rows, refusedRows], [good, count, count - good]);
  const all = files * good;
  const begun = kind === 'mandates' ? all : 0;
  const book = { made: all, customers: all, counted: all, begun, done: files };
  assert.deepEqual(await countBook(organizationId, kind), book);
  assert.equal((await desk.list()).totalElements, all);
}

for (const kind of keysOf(KINDS))
  test(`a server that is killed again and again leaves every row of ${kind} in exactly once`, (t) =>
    killOften(t, kind));
