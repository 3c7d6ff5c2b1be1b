import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { bookingOf, nextFile, openStatements, takenBy } from './clearing-test-hostile.ts';
import { openRoundTrip } from './clearing-test-trip.ts';
import type { DebitItem } from './iso/iso-debits.ts';
import type { Entry } from './iso/iso-statements.ts';

/** Two debits that went out; the return of one of them is reported by the clearing house. */
async function open(t: TestContext) {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 2);
  t.after(() => trip.close());
  const { testServer, operator } = trip;
  const { statement } = openStatements(trip);
  await trip.addDebits(2);
  await trip.cutOff();
  const file = await nextFile(trip);
  const [told, untold] = file.debits;
  assert.ok(told && untold);
  return {
    trip,
    told,
    untold,
    report: async () => {
      const returns = trip.returns(file, [told], 'MS03');
      assert.deepEqual((await takenBy(trip, 'clearing-house', returns)).kinds, []);
    },
    book: (debit: DebitItem, direction: Entry['direction']) =>
      bookingOf(testServer, debit, direction),
    /** Processes a statement with a closing balance, which has to match. */
    take: async (entries: readonly Entry[], closing: number) => {
      const { kinds } = await takenBy(trip, 'settlement-bank', statement(entries, closing));
      assert.deepEqual(kinds, []);
      await checkLedger(testServer);
    },
    /** The unexplained difference of the newest statement, and the amounts of its open items. */
    endOfDay: async () => {
      const client = await testServer.signIn('OPERATOR', operator.email);
      const [newest] = (await client.call('/api/v1/operator/ledger')).json.statements;
      const amounts: number[] = newest.openItems.map(({ amount }: { amount: number }) => amount);
      return { difference: newest.difference, open: amounts.toSorted((a, b) => a - b) };
    },
  };
}

test('a return that the bank books before the debit is an open item of the day, and no difference', async (t) => {
  const { trip, told, untold, report, book, take, endOfDay } = await open(t);
  await report();
  const both = [told, untold];
  const sum = told.amount + untold.amount;
  await take(
    both.map((debit) => book(debit, 'DEBIT')),
    -sum,
  );
  assert.deepEqual(await trip.states(), { PROCESSING: 2 });
  const amounts = both.map(({ amount }) => -amount).toSorted((a, b) => a - b);
  assert.deepEqual(await endOfDay(), { difference: 0, open: amounts });

  // The money comes the next morning, booked by the bank on the same day.
  await moveClock(trip.operator, 'TOMORROW');
  await take(
    both.map((debit) => book(debit, 'CREDIT')),
    0,
  );
  assert.deepEqual(await trip.states(), { RETURNED: 2 });
  assert.equal((await endOfDay()).difference, 0);
});

for (const when of ['before', 'after'])
  test(`a return that is reported ${when} the settlement is an open item until the bank books it`, async (t) => {
    const { trip, told, untold, report, book, take, endOfDay } = await open(t);
    const money = [told, untold].map((debit) => book(debit, 'CREDIT'));
    const all = told.amount + untold.amount;
    if (when === 'before') await report();
    await take(money, all);
    if (when === 'after') await report();
    await take([], all);
    assert.deepEqual(await trip.states(), { RETURNED: 1, SETTLED: 1 });
    assert.deepEqual(await endOfDay(), { difference: 0, open: [told.amount] });
    await take([book(told, 'DEBIT')], untold.amount);
    assert.deepEqual(await trip.states(), { RETURNED: 1, SETTLED: 1 });
    assert.deepEqual(await endOfDay(), { difference: 0, open: [] });
  });
