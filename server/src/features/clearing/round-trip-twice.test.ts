import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import {
  bookingOf,
  gotOrder,
  makePayouts,
  nextFile,
  openStatements,
  takenBy,
  transferStatusOf,
} from './clearing-test-hostile.ts';
import { openRoundTrip, statusOf } from './clearing-test-trip.ts';

// A file goes out again where a server died before it noted that it was sent: the other end takes the first
// copy and refuses the second one.

/** Two debits in a file that the clearing house has got. */
async function sentFile(t: TestContext, payouts: readonly number[] = []) {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 2);
  t.after(() => trip.close());
  await trip.addDebits(2);
  await makePayouts(trip, payouts);
  await trip.cutOff();
  const file = await nextFile(trip);
  const say = (text: string) => takenBy(trip, 'clearing-house', text);
  const answer = async (code: string | null) =>
    say(trip.statuses(file.debits.map((debit) => statusOf(file, debit, code))));
  const refuse = async (reasonCode: string | null) => {
    const group = { originalMessageId: file.messageId, status: 'RJCT', reasonCode, text: null };
    return say(trip.statuses([], [group]));
  };
  const settle = async () => takenBy(trip, 'settlement-bank', trip.credits(file, file.debits));
  const states = async () =>
    (await trip.rows('select distinct state from debits')).map((row) => row['state']);
  return { trip, file, answer, refuse, settle, states };
}

test('debits that a bank calls duplicates after it has accepted them stay accepted, and settle', async (t) => {
  const { trip, answer, settle, states } = await sentFile(t);
  await answer(null);
  assert.deepEqual(await states(), ['CLEARED']);
  await answer('AM05');
  assert.deepEqual(await states(), ['CLEARED']);
  assert.deepEqual((await settle()).kinds, []);
  assert.deepEqual(await states(), ['SETTLED']);
  await checkLedger(trip.testServer);
});

for (const code of ['AM05', 'DU01'])
  test(`a file that is refused as a duplicate (${code}) has come: its debits wait for their answers`, async (t) => {
    const { trip, answer, refuse, settle, states } = await sentFile(t);
    assert.deepEqual((await refuse(code)).kinds, ['GROUP_REJECTED']);
    assert.deepEqual(await states(), ['PROCESSING']);
    await answer(null);
    assert.deepEqual((await settle()).kinds, []);
    assert.deepEqual(await states(), ['SETTLED']);
    await checkLedger(trip.testServer);
  });

test('a file that is refused without a reason does not go out again', async (t) => {
  const { trip, refuse, states } = await sentFile(t);
  await refuse(null);
  assert.deepEqual(await states(), ['FAILED']);
  await trip.cutOff();
  await until(async () => {
    // The next session may be stored already: its debits are made an hour before.
    const rows = await trip.rows(
      'select from debit_sessions where submitted_at is null and run_at = cut_off',
    );
    return rows.length === 0;
  });
  assert.deepEqual(await trip.fetch(), []);
  assert.deepEqual(await states(), ['FAILED']);
});

test('a payout that the bank calls a duplicate waits for the statement, and is paid once', async (t) => {
  const { trip, file } = await sentFile(t, [50_000]);
  const order = await gotOrder(trip);
  const [transfer] = order.transfers;
  assert.ok(transfer);
  const taken = (text: string) => takenBy(trip, 'settlement-bank', text);
  const state = async () => (await trip.rows('select state from payouts'))[0]?.['state'];
  await taken(openStatements(trip).statuses(order, [transferStatusOf(order, transfer, 'AM05')]));
  assert.equal(await state(), 'SENT');
  const booking = bookingOf(trip.testServer, transfer, 'DEBIT');
  const { kinds } = await taken(trip.credits(file, file.debits.slice(0, 1), booking));
  assert.deepEqual([kinds, await state()], [[], 'PAID']);
  await checkLedger(trip.testServer);
});
