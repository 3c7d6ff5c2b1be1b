import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import { takenBy } from './clearing-test-hostile.ts';
import { openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

type Kind = 'UNSETTLED' | 'UNKNOWN';

/** The exceptions of a kind, the newest first. */
async function found(
  trip: RoundTrip,
  kind: Kind,
): Promise<{ id: string; state: string; explanation: string }[]> {
  // Tokens do not live as long as a day.
  const client = await trip.testServer.signIn('OPERATOR', trip.operator.email);
  return (await client.call(`/api/v1/operator/exceptions?kind=${kind}`)).json.content;
}

const late = (trip: RoundTrip) => found(trip, 'UNSETTLED');

/** Three debits in one file. */
async function sent(trip: RoundTrip) {
  await trip.addDebits(3);
  await trip.cutOff();
  const file = await until(async () => (await trip.fetch())[0]);
  return { file, debits: file.debits };
}

/** Advances the clock by days, and waits until the checks for settlement that are then due are done. */
async function passDays(trip: RoundTrip, days: number): Promise<void> {
  trip.testServer.clock.advance(days * DAY);
  await until(async () => {
    const now = trip.testServer.clock.now();
    const rows = await trip.rows('select from clearing_files where money_due_at <= $1', [now]);
    return rows.length === 0;
  });
}

test('a debit that was accepted and whose money never comes is an exception until the money comes or it is rejected', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  t.after(trip.close);
  const { file, debits } = await sent(trip);
  const [paid, unpaid, rejected] = debits;
  assert.ok(paid && unpaid && rejected);
  const accept = debits.map((debit) => statusOf(file, debit, null));
  await takenBy(trip, 'clearing-house', trip.statuses(accept));
  await takenBy(trip, 'settlement-bank', trip.credits(file, [paid]));
  await passDays(trip, 1);
  assert.deepEqual(await late(trip), [], 'it may still come');

  await passDays(trip, 8);
  const [first, ...more] = await late(trip);
  assert.deepEqual(more, []);
  assert.equal(first?.state, 'OPEN');
  assert.match(first.explanation, /^2 of 3 debits of this file, USh 10,00/);
  for (const { endToEndId } of [unpaid, rejected])
    assert.ok(first.explanation.includes(endToEndId));
  assert.ok(!first.explanation.includes(paid.endToEndId));
  await passDays(trip, 4);
  assert.equal((await late(trip)).length, 1, 'it is told once');

  const client = await trip.testServer.signIn('OPERATOR', trip.operator.email);
  const path = `/api/v1/operator/exceptions/${first.id}/close`;
  const body = { outcome: 'NOTHING_TO_DO', reason: 'The clearing house looks for it' };
  assert.equal((await client.call(path, { method: 'POST', body })).status, 200);
  await passDays(trip, 4);
  assert.deepEqual(
    (await late(trip)).map(({ state }) => state),
    ['OPEN', 'CLOSED'],
    'it comes again where the money is still missing',
  );

  await takenBy(trip, 'clearing-house', trip.statuses([statusOf(file, rejected, 'AC04')]));
  await takenBy(trip, 'settlement-bank', trip.credits(file, [unpaid]));
  await passDays(trip, 4);
  assert.deepEqual(
    (await late(trip)).map(({ state }) => state),
    ['CLOSED', 'CLOSED'],
  );
  assert.deepEqual(await trip.states(), { FAILED: 1, SETTLED: 2 });
  await checkLedger(trip.testServer);
});

test('where only refusals are told, money that does not come for a debit that nobody refused is an exception', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10, answers: 'NEGATIVE_ONLY' }, 1);
  t.after(trip.close);
  const { file, debits } = await sent(trip);
  await takenBy(trip, 'settlement-bank', trip.credits(file, debits.slice(2)));
  await passDays(trip, 9);
  const [first] = await late(trip);
  assert.match(first?.explanation ?? '', /^2 of 3 debits of this file/);
  await takenBy(trip, 'settlement-bank', trip.credits(file, debits.slice(1, 2)));
  await passDays(trip, 4);
  const [now, ...more] = await late(trip);
  assert.deepEqual([now?.id, more], [first?.id, []]);
  assert.match(
    now?.explanation ?? '',
    /^1 of 3 debits of this file/,
    'it says what is missing by now',
  );
});

test('an exception about a debit that nobody had answered closes by itself once it is answered', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  t.after(trip.close);
  const { file, debits } = await sent(trip);
  const [one] = debits;
  assert.ok(one);
  const asked = () => trip.rows(`select from clearing_files where message like 'pacs.028%'`);
  // An answer is due two cut-offs later: over a weekend that is days.
  const due = await until(async () => {
    const [row] = await trip.rows<{ at: Date | null }>(
      `select max(next_action_at) as at from debits where next_action = 'UNANSWERED'`,
    );
    return row?.at ?? undefined;
  });
  const { clock } = trip.testServer;
  clock.advance(due.getTime() - clock.now().getTime() + DAY);
  await until(async () => (await asked()).length > 0);
  assert.deepEqual(
    await found(trip, 'UNKNOWN'),
    [],
    'after an outage nobody is asked three times at once',
  );
  assert.equal((await asked()).length, 1);
  for (let n = 0; n < 3; n += 1) {
    const before = (await asked()).length;
    trip.testServer.clock.advance(2 * DAY);
    await until(
      async () => (await asked()).length > before || (await found(trip, 'UNKNOWN')).length,
    );
  }
  assert.equal((await found(trip, 'UNKNOWN')).length, 3);
  await takenBy(trip, 'clearing-house', trip.statuses([statusOf(file, one, null)]));
  const states = (await found(trip, 'UNKNOWN')).map(({ state }) => state);
  assert.deepEqual(states.toSorted(), ['CLOSED', 'OPEN', 'OPEN']);
});
