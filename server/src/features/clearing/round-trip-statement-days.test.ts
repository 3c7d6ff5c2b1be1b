import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY } from '#features/payouts/payouts-test-calls.ts';
import { until } from '#testing/test-mandate.ts';
import { openStatements, takenBy } from './clearing-test-hostile.ts';
import { openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';

let trip: RoundTrip;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
});
after(() => trip.close());

/** Processes a statement of a day on which nothing was booked. */
async function take(day: string, opening: number, closing = opening) {
  const text = openStatements(trip).statement([], closing, { day, opening });
  return (await takenBy(trip, 'settlement-bank', text)).kinds;
}

async function exceptions(kind: string): Promise<string[]> {
  // Tokens do not live as long as a day.
  const client = await trip.testServer.signIn('OPERATOR', trip.operator.email);
  const { content } = (await client.call(`/api/v1/operator/exceptions?kind=${kind}&sort=createdAt`))
    .json;
  return content.map(
    (one: { reference: string; state: string }) => `${one.reference} ${one.state}`,
  );
}

test('a statement that is missing, and an opening balance that is not the closing balance before, are exceptions until it comes', async () => {
  // Monday to Thursday.
  assert.deepEqual(await take('2030-03-04', 0), []);
  assert.deepEqual(await take('2030-03-05', 0), []);
  const kinds = await take('2030-03-07', 5000);
  assert.deepEqual(kinds.toSorted(), ['BALANCE', 'OPENING_BALANCE', 'STATEMENT_MISSING']);
  assert.deepEqual(await exceptions('STATEMENT_MISSING'), ['2030-03-06 OPEN']);
  assert.deepEqual(await exceptions('OPENING_BALANCE'), ['2030-03-07 OPEN']);
  const { client } = trip.operator;
  const [{ explanation }] = (await client.call('/api/v1/operator/exceptions?kind=OPENING_BALANCE'))
    .json.content;
  assert.match(
    explanation,
    /^The statement of 07\/03\/2030 begins with USh 5,000, and the one before, of 05\/03\/2030, has ended with USh 0\./,
  );
  assert.deepEqual(await take('2030-03-06', 0, 5000), ['BALANCE']);
  assert.deepEqual(await exceptions('STATEMENT_MISSING'), ['2030-03-06 CLOSED']);
  assert.deepEqual(await exceptions('OPENING_BALANCE'), ['2030-03-07 CLOSED']);
});

test('a weekend needs no statement, and a balance that does not go on is told without a missing day too', async () => {
  assert.deepEqual((await take('2030-03-08', 5000)).toSorted(), ['BALANCE']);
  const kinds = await take('2030-03-11', 4000);
  assert.deepEqual(kinds.toSorted(), ['BALANCE', 'OPENING_BALANCE']);
  // The bank corrects it.
  assert.deepEqual(await take('2030-03-11', 5000), ['BALANCE']);
  assert.deepEqual(await exceptions('OPENING_BALANCE'), ['2030-03-07 CLOSED', '2030-03-11 CLOSED']);
});

test('where the bank sends nothing any more, the second business morning says so', async (t) => {
  const other = await openRoundTrip({ itemsPerFile: 10 }, 1);
  t.after(() => other.close());
  await takenBy(other, 'settlement-bank', openStatements(other).statement([], 0));
  const missing = () =>
    other.rows(`select reference from clearing_exceptions where kind = 'STATEMENT_MISSING'`);
  assert.deepEqual(await missing(), []);
  other.testServer.clock.advance(7 * DAY);
  await until(async () => (await missing()).length >= 3);
});
