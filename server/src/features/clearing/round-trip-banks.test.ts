import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { until } from '#testing/test-mandate.ts';
import { nextFile, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

async function open(t: TestContext): Promise<RoundTrip> {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 2);
  t.after(() => trip.close());
  return trip;
}

/** The file that goes out next, which has debits of one bank. */
async function nextOfOneBank(trip: RoundTrip): Promise<GotFile> {
  const file = await nextFile(trip);
  const banks = new Set(file.debits.map(({ debtorAgent }) => debtorAgent));
  assert.equal(banks.size, 1, 'a file has debits of several banks');
  return file;
}

test('a bank is known by its BIC with the branch XXX too', async (t) => {
  const trip = await open(t);
  await trip.addDebits(2);
  await trip.cutOff();
  const file = await nextOfOneBank(trip);
  const answers = file.debits.map((debit) => ({
    ...statusOf(file, debit, null),
    agent: `${debit.debtorAgent}XXX`,
  }));
  const { houseBic } = trip.testServer.config.clearing;
  const text = trip.statuses(answers).replaceAll(houseBic, `${houseBic}XXX`);
  assert.deepEqual((await takenBy(trip, 'clearing-house', text)).kinds, []);
  assert.deepEqual(await trip.states(), { CLEARED: 2 });
});

test('a mandate that others hold keeps the debits of its bank from being submitted, and no other ones', async (t) => {
  const trip = await open(t);
  await trip.addDebits(4);
  const [mandate] = await trip.rows<{ id: string }>('select id from mandates order by id');
  assert.ok(mandate);
  const { id } = mandate;
  for (const [table, column] of [
    ['mandates', 'id'],
    ['debits', 'mandate_id'],
  ] as const)
    await trip.rows(
      `update ${table} set bank_id = (select id from banks where bic is not null
         and id not in (select bank_id from mandates) order by id limit 1) where ${column} = $1`,
      [id],
    );
  // The debits of the bank whose mandate is locked are due first.
  await trip.rows(`update debits set due_on = due_on - 1, collect_on = collect_on - 1
    where mandate_id = '${id}'`);
  let release = () => {};
  const held = trip.testServer.ctx.db.asPlatform('test', async (tx) => {
    await tx.selectFrom('mandates').select('id').where('id', '=', id).forUpdate().execute();
    await new Promise<void>((resolve) => (release = resolve));
  });
  await trip.cutOff();
  try {
    assert.equal((await nextOfOneBank(trip)).debits.length, 2);
    assert.deepEqual(await trip.states(), { PENDING: 2, PROCESSING: 2 });
  } finally {
    release();
    await held;
  }
  assert.equal((await nextOfOneBank(trip)).debits.length, 2);
  assert.deepEqual(await trip.states(), { PROCESSING: 4 });
});

test('what can not be submitted, and a cut-off that was missed, are errors in the log', async (t) => {
  const trip = await open(t);
  const { ctx, clock } = trip.testServer;
  const logged: { bank?: string | null; session?: string; message: string }[] = [];
  ctx.log.error = (entry, message) => void logged.push({ ...entry, message });
  const find = (what: RegExp) =>
    until(async () => logged.find(({ message }) => what.test(message)));
  const encrypt = ctx.keys.encrypt.bind(ctx.keys);
  ctx.keys.encrypt = (scope, text) => {
    if (scope.purpose === 'clearing file') throw new Error('The key is gone');
    return encrypt(scope, text);
  };
  await trip.addDebits(2);
  await trip.cutOff();
  const failed = await find(/could not be submitted/);
  const [bank] = await trip.rows<{ id: string }>('select distinct bank_id as id from mandates');
  assert.deepEqual([failed.bank, failed.session], [bank?.id, 'MORNING']);
  ctx.keys.encrypt = encrypt;
  assert.equal((await nextOfOneBank(trip)).debits.length, 2);

  const twoHoursAgo = new Date(clock.now().getTime() - 2 * 3_600_000);
  await trip.rows(
    `insert into debit_sessions (cut_off, day, session, run_at)
     values ($1, $2, 'AFTERNOON', $1)`,
    [twoHoursAgo, isoDay(clock.now())],
  );
  assert.equal((await find(/a cut-off was missed/)).session, 'AFTERNOON');
});
