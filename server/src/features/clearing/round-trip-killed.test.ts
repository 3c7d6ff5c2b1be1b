import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { loadKillable } from '#testing/killable-server.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { openSecondServer } from '#testing/second-server.ts';
import { until } from '#testing/test-mandate.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

// By default a small run; CONTRIBUTING.md has the command of a large one.
const COUNT = Number(process.env['KILLED_DEBITS'] ?? 300);
const KILLS = Number(process.env['KILLED_TIMES'] ?? 8);
const ITEMS = Math.max(20, COUNT / 100);
const FILES = COUNT / ITEMS;
/** In the small run all files name the same three, so that their transactions wait for each other. */
const MANDATES = COUNT > 1000 ? COUNT / 20 : 3;
/** Of each file: so many are rejected, and so many of the others come back after they were paid. */
const [REJECTED, RETURNED] = [2, 1];
/** Debits that one entry of the settlement bank books. */
const BOOKED_AT_ONCE = ITEMS / 20;
const ENDS = {
  FAILED: FILES * REJECTED,
  RETURNED: FILES * RETURNED,
  SETTLED: COUNT - FILES * (REJECTED + RETURNED),
};

/**
 * The other end: it answers each file, and sends every answer twice, in different files. `got` has each file
 * as often as it came. With `holds` the first file is answered only at `release`.
 */
function openOtherEnd(trip: RoundTrip, { holds }: { holds: boolean }) {
  const got: GotFile[] = [];
  const held: GotFile[] = [];
  const end = { isNear: false };
  async function answer(file: GotFile): Promise<void> {
    const taken = file.debits.slice(REJECTED);
    const items = file.debits.map((debit, n) =>
      statusOf(file, debit, n < REJECTED ? 'AM04' : null),
    );
    const credits = trip.credits(file, taken, {}, BOOKED_AT_ONCE);
    for (let n = 0; n < 2; n += 1) {
      await trip.put('clearing-house', trip.statuses(items));
      await trip.put('clearing-house', trip.returns(file, taken.slice(-RETURNED), 'AM04'));
    }
    // The same entries in reverse order under another message id: only their references are the same.
    const turned = credits.replace(/<Ntry>[^]*<\/Ntry>/, (entries) =>
      entries
        .split(/(?<=<\/Ntry>)/)
        .toReversed()
        .join(''),
    );
    await trip.put('settlement-bank', credits);
    await trip.put('settlement-bank', turned.replace(/(?<=<MsgId>).{8}/, '00000000'));
  }
  const work = (async () => {
    while (!end.isNear) {
      for (const file of await trip.fetch()) {
        if (holds && got.length === 0) held.push(file);
        else if (!got.some(({ name }) => name === file.name)) await answer(file);
        got.push(file);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    got,
    release: async () => {
      for (const file of held) await answer(file);
    },
    stop: () => {
      end.isNear = true;
      return work;
    },
  };
}

/** The number of finished steps: files that were submitted, sent, answered or processed. */
async function stepsOf({ rows }: RoundTrip): Promise<number> {
  const [row] = await rows<{ steps: number }>(
    `select coalesce(sum(case state when 'RECEIVED' then 0 when 'READY' then 1 when 'PROCESSED' then 1
       else 2 end), 0)::integer as steps from clearing_files`,
  );
  return row?.steps ?? 0;
}
/** Two of each file that goes out, and six files that come in about it. */
const STEPS = FILES * 8;

async function isDone(trip: RoundTrip): Promise<boolean> {
  const [open] = await trip.rows<{ count: number }>(
    `select count(*)::integer as count from clearing_files where state not in ('RECONCILED', 'PROCESSED')`,
  );
  return open?.count === 0 && (await stepsOf(trip)) === STEPS;
}

/** Waits until a condition holds; fails where no step is finished for too long. */
async function untilThere(trip: RoundTrip, isThere: () => Promise<boolean>): Promise<void> {
  for (let steps = -1; !(await isThere());) {
    const before = steps;
    steps = await until(async () => {
      const now = await stepsOf(trip);
      return (now > before || (await isThere())) && now;
    });
  }
}
const untilDone = (trip: RoundTrip) => untilThere(trip, () => isDone(trip));

/** What must hold afterwards, whatever was killed or done at once. */
async function check(trip: RoundTrip, got: readonly GotFile[]): Promise<void> {
  const { rows } = trip;
  assert.deepEqual(await trip.states(), ENDS);
  assert.deepEqual(
    await rows(`select debit_id, attempt, count(*) from clearing_items
      group by 1, 2 having count(*) > 1`),
    [],
    'a debit is in two files',
  );
  assert.deepEqual(
    await rows(`select c.id from debits c
      full join debit_attempts a on a.debit_id = c.id
      full join clearing_items i on i.instruction_id = a.instruction_id and i.file_id = a.file_id
        and i.debit_id = c.id and i.amount = c.amount
      where i.instruction_id is null or a.debit_id is null or c.id is null or a.attempt <> 1`),
    [],
    'a debit is in no file, or an attempt in another one than is said',
  );
  assert.deepEqual(
    await rows(`select entity_id, to_state, count(*) from transitions
      where entity in ('transaction', 'clearing-file') group by 1, 2 having count(*) > 1`),
    [],
    'something happened twice',
  );
  assert.deepEqual(await rows('select kind, explanation from clearing_exceptions'), []);
  const [booked] = await rows(`select count(*)::integer as entries,
    (select count(*)::integer from clearing_entries) as told
    from journal_entries where source_kind = 'debit'`);
  const settled = ENDS.SETTLED + ENDS.RETURNED;
  const told = FILES * Math.ceil((ITEMS - REJECTED) / BOOKED_AT_ONCE);
  assert.deepEqual(booked, { entries: settled + ENDS.RETURNED, told });
  assert.deepEqual(
    await rows(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    ),
    [{ deadlocks: 0 }],
  );
  const kept = await rows<{ name: string; sha256: string }>(
    `select name, sha256 from clearing_files where direction = 'OUT'`,
  );
  assert.equal(kept.length, FILES);
  for (const { name, sha256 } of kept) {
    const sums = got.filter((file) => file.name === name).map(({ text }) => trip.sha256(text));
    assert.deepEqual([...new Set(sums)], [sha256], `${name} went out with other bytes, or not`);
  }
  const first = new Map(got.map((file) => [file.name, file]));
  const sent = [...first.values()].flatMap(({ debits }) => debits);
  assert.equal(sent.length, COUNT);
  assert.equal(new Set(sent.map(({ endToEndId }) => endToEndId)).size, COUNT);
  assert.ok([...first.values()].every(({ debits }) => debits.length <= ITEMS));
  for (const channel of ['clearing-house', 'settlement-bank'] as const) {
    // A file is moved after it is stored or processed.
    await until(async () => (await trip.list(channel, 'in')).length === 0);
    assert.deepEqual(await trip.list(channel, 'bad'), []);
  }
  await checkLedger(trip.testServer);
}

test('the same item debited twice by regenerating a batch: servers killed at random moments debit every payer once and count every answer once', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: ITEMS, mandates: MANDATES }, 3);
  t.after(() => trip.close());
  await trip.addDebits(COUNT);
  // From here on only the servers that are killed reach the database.
  trip.testServer.line.cut();
  // One file is answered at the end, so that the last server has work left.
  const end = openOtherEnd(trip, { holds: true });
  t.after(() => end.stop());
  await trip.cutOff();
  // One is killed in each part of the work.
  const moments = Array.from({ length: KILLS }, (_, n) =>
    Math.floor(((n + randomInt(1, 100) / 100) * (STEPS - 10)) / KILLS),
  );
  t.diagnostic(`killed after ${moments.join(', ')} of ${STEPS} steps`);
  const load = () => loadKillable(trip.testServer, { POLL_MS: '20' });
  let next = load();
  t.after(() => next.kill());
  for (const moment of moments) {
    const server = next;
    next = load();
    await server.open();
    await untilThere(trip, async () => {
      for (let n = 0; n < 20; n += 1) {
        if ((await stepsOf(trip)) >= moment) return true;
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      return false;
    });
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 40)));
    await server.kill();
  }
  assert.equal(await isDone(trip), false);
  await end.release();
  await next.open();
  await untilDone(trip);
  await next.kill();
  trip.testServer.line.mend();
  await end.stop();
  await check(trip, end.got);
});

test('the same item debited twice by overlapping workers: two servers that submit, send and process at once debit every payer once', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: ITEMS, mandates: MANDATES }, 3);
  t.after(() => trip.close());
  const options = { CLEARING_DIR: trip.folder, POLL_MS: '50' };
  const second = await openSecondServer(trip.testServer, options);
  t.after(() => second.close());
  await trip.addDebits(COUNT);
  const end = openOtherEnd(trip, { holds: false });
  t.after(() => end.stop());
  await trip.cutOff();
  await untilDone(trip);
  await end.stop();
  await check(trip, end.got);
});
