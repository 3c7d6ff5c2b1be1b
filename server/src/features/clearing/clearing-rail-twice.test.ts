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
import { openRail, statusOf } from './clearing-test-rail.ts';

// A file goes out again where a server died before it noted that it was sent: the other end takes the first
// copy and refuses the second one.

/** Two debits in a file that the clearing house has got. */
async function sentFile(t: TestContext, payouts: readonly number[] = []) {
  const rail = await openRail({ itemsPerFile: 10 }, 2);
  t.after(() => rail.close());
  await rail.makeDebits(2);
  await makePayouts(rail, payouts);
  await rail.cutOff();
  const file = await nextFile(rail);
  const say = (text: string) => takenBy(rail, 'clearing-house', text);
  const answer = async (code: string | null) =>
    say(rail.statuses(file.debits.map((debit) => statusOf(file, debit, code))));
  const refuse = async (reasonCode: string | null) => {
    const group = { originalMessageId: file.messageId, status: 'RJCT', reasonCode, text: null };
    return say(rail.statuses([], [group]));
  };
  const settle = async () => takenBy(rail, 'settlement-bank', rail.credits(file, file.debits));
  const states = async () =>
    (await rail.rows('select distinct state from collections')).map((row) => row['state']);
  return { rail, file, answer, refuse, settle, states };
}

test('debits that a bank calls duplicates after it has accepted them stay accepted, and settle', async (t) => {
  const { rail, answer, settle, states } = await sentFile(t);
  await answer(null);
  assert.deepEqual(await states(), ['CLEARED']);
  await answer('AM05');
  assert.deepEqual(await states(), ['CLEARED']);
  assert.deepEqual((await settle()).kinds, []);
  assert.deepEqual(await states(), ['SETTLED']);
  await checkLedger(rail.testServer);
});

for (const code of ['AM05', 'DU01'])
  test(`a file that is refused as a duplicate (${code}) has come: its debits wait for their answers`, async (t) => {
    const { rail, answer, refuse, settle, states } = await sentFile(t);
    assert.deepEqual((await refuse(code)).kinds, ['GROUP_REJECTED']);
    assert.deepEqual(await states(), ['PROCESSING']);
    await answer(null);
    assert.deepEqual((await settle()).kinds, []);
    assert.deepEqual(await states(), ['SETTLED']);
    await checkLedger(rail.testServer);
  });

test('a file that is refused without a reason does not go out again', async (t) => {
  const { rail, refuse, states } = await sentFile(t);
  await refuse(null);
  assert.deepEqual(await states(), ['FAILED']);
  await rail.cutOff();
  await until(async () => {
    // The next session may be stored already: its collections are made an hour before.
    const rows = await rail.rows(
      'select from collection_sessions where submitted_at is null and run_at = cut_off',
    );
    return rows.length === 0;
  });
  assert.deepEqual(await rail.fetch(), []);
  assert.deepEqual(await states(), ['FAILED']);
});

test('a payout that the bank calls a duplicate waits for the statement, and is paid once', async (t) => {
  const { rail, file } = await sentFile(t, [50_000]);
  const order = await gotOrder(rail);
  const [transfer] = order.transfers;
  assert.ok(transfer);
  const taken = (text: string) => takenBy(rail, 'settlement-bank', text);
  const state = async () => (await rail.rows('select state from payouts'))[0]?.['state'];
  await taken(openStatements(rail).statuses(order, [transferStatusOf(order, transfer, 'AM05')]));
  assert.equal(await state(), 'SENT');
  const booking = bookingOf(rail.testServer, transfer, 'DEBIT');
  const { kinds } = await taken(rail.credits(file, file.debits.slice(0, 1), booking));
  assert.deepEqual([kinds, await state()], [[], 'PAID']);
  await checkLedger(rail.testServer);
});
