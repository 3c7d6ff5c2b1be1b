import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { until } from '#testing/test-mandate.ts';
import { bookingOf, openStatements, takenBy } from './clearing-test-hostile.ts';
import { openRail, type Rail } from './clearing-test-rail.ts';
import type { Entry } from './iso/iso-statements.ts';

let rail: Rail;
let statement: ReturnType<typeof openStatements>['statement'];
before(async () => {
  rail = await openRail({ itemsPerFile: 10 }, 2);
  ({ statement } = openStatements(rail));
});
after(() => rail.close());

/** The unexplained difference of the newest statement, and the amounts of its open items. */
async function endOfDay() {
  const client = await rail.testServer.signIn('OPERATOR', rail.operator.email);
  const [{ difference, openItems }] = (await client.call('/api/v1/operator/ledger')).json
    .statements;
  return { difference, open: openItems.map(({ amount }: { amount: number }) => amount) };
}

test('a return that the bank books before the debit is an open item of the day, and no difference', async () => {
  await rail.makeDebits(2);
  await rail.cutOff();
  const [file] = await until(async () => {
    const files = await rail.fetch();
    return files.length > 0 && files;
  });
  assert.ok(file);
  const [told, untold] = file.debits;
  assert.ok(told && untold);
  const take = async (entries: readonly Entry[], closing: number) =>
    (await takenBy(rail, 'settlement-bank', statement(entries, closing))).kinds;

  const returns = rail.returns(file, [told], 'MS03');
  assert.deepEqual((await takenBy(rail, 'clearing-house', returns)).kinds, []);
  const back = [told, untold].map((debit) => bookingOf(rail.testServer, debit, 'DEBIT'));
  const sum = told.amount + untold.amount;
  assert.deepEqual(await take(back, -sum), []);
  assert.deepEqual(await rail.states(), { PROCESSING: 2 });
  const waiting = await endOfDay();
  assert.equal(waiting.difference, 0);
  assert.deepEqual(
    waiting.open.toSorted((a: number, b: number) => a - b),
    [-told.amount, -untold.amount].toSorted((a, b) => a - b),
  );
  await checkLedger(rail.testServer);

  // The money comes the next morning, booked by the bank on the same day.
  await moveClock(rail.operator, 'TOMORROW');
  const money = [told, untold].map((debit) => bookingOf(rail.testServer, debit, 'CREDIT'));
  assert.deepEqual(await take(money, 0), []);
  assert.deepEqual(await rail.states(), { RETURNED: 2 });
  assert.equal((await endOfDay()).difference, 0);
  await checkLedger(rail.testServer);
});
