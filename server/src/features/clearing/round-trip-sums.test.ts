import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import {
  bookingOf,
  gotOrder,
  makePayouts,
  openStatements,
  takenBy,
  transferStatusOf,
} from './clearing-test-hostile.ts';
import { openRoundTrip } from './clearing-test-trip.ts';

test('payouts that the bank books in one sum are paid, without the one that it has refused', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  t.after(() => trip.close());
  await makePayouts(trip, [300_000, 200_000, 100_000]);
  await trip.cutOff();
  const order = await gotOrder(trip);
  const refused = order.transfers.find(({ amount }) => amount === 100_000);
  const [any] = order.transfers;
  assert.ok(refused && any);
  const { statement, statuses } = openStatements(trip);
  const taken = async (text: string) => (await takenBy(trip, 'settlement-bank', text)).kinds;
  assert.deepEqual(await taken(statuses(order, [transferStatusOf(order, refused, 'AC04')])), []);
  const sum = bookingOf(trip.testServer, { ...any, amount: 500_000 }, 'DEBIT', {
    items: [],
    batch: { messageId: order.messageId, count: 2 },
  });
  const received = 603_450;
  assert.deepEqual(await taken(statement([sum], received - sum.amount)), []);
  const states = await trip.rows('select state from payouts order by amount');
  assert.deepEqual(states, [{ state: 'REJECTED' }, { state: 'PAID' }, { state: 'PAID' }]);
  await checkLedger(trip.testServer);
});
