import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY, decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import type { TestPerson } from '#testing/test-server.ts';
import {
  bookingOf,
  type GotOrder,
  gotOrder,
  makePayouts,
  openStatements,
  takenBy,
  transferStatusOf,
} from './clearing-test-hostile.ts';
import { openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';

/** The balance at the bank until it books a payout. */
const RECEIVED = 502_300;

let trip: RoundTrip;
let checker: TestPerson;
let order: GotOrder;

/** An operator who has just signed in: tokens do not live as long as a day. */
async function fresh(person = trip.operator) {
  return { ...person, client: await trip.testServer.signIn('OPERATOR', person.email) };
}

const stateOf = async (reference: string) =>
  (await trip.rows('select state from payouts where reference = $1', [reference]))[0]?.['state'];

/** Two operators settle a payout of unknown outcome as paid. */
async function settleAsPaid(reference: string) {
  const { client } = await fresh();
  const found = (await client.call(`/api/v1/payouts?search=${reference}`)).json.content;
  const body = { outcome: 'PAID', evidence: 'Stanbic, Ms Akello, by phone: it was paid' };
  await client.call(`/api/v1/payouts/${found[0].id}/resolve`, { method: 'POST', body });
  const decided = await decideAbout(await fresh(checker), reference, { decision: 'APPROVE' });
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
}

before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  checker = await trip.testServer.operator();
  await makePayouts(trip, [300_000, 200_000]);
  await trip.cutOff();
  order = await gotOrder(trip);
  trip.testServer.clock.advance(5 * DAY);
  await until(async () => {
    const unknown = await trip.rows(`select from payouts where state = 'UNKNOWN'`);
    return unknown.length === 2;
  });
  for (const { endToEndId } of order.transfers) await settleAsPaid(endToEndId);
});
after(async () => {
  try {
    await checkLedger(trip.testServer);
  } finally {
    await trip.close();
  }
});

const taken = async (text: string) => (await takenBy(trip, 'settlement-bank', text)).kinds;

/** For each statement, the newest first: the unexplained difference, and then the open items. */
async function lastDays() {
  const { statements } = (await (await fresh()).client.call('/api/v1/operator/ledger')).json;
  return statements.map(
    ({ difference, openItems }: { difference: number; openItems: { amount: number }[] }) => [
      difference,
      ...openItems.map(({ amount }) => amount).toSorted((one, other) => one - other),
    ],
  );
}

const payout = (amount: number) => {
  const found = order.transfers.find((one) => one.amount === amount);
  assert.ok(found);
  return found;
};

test('a payout that operators have settled as paid, and the bank then refuses, is money of the business again', async () => {
  const refused = payout(300_000);
  const files = openStatements(trip);
  const late = files.statement([], RECEIVED);
  trip.testServer.clock.advance(DAY);
  const answer = files.statuses(order, [transferStatusOf(order, refused, 'AC04')]);
  assert.deepEqual(await taken(answer), []);
  assert.equal(await stateOf(refused.endToEndId), 'BOUNCED');
  const [owed] = await trip.rows(
    `select -sum(amount)::integer as amount from postings p where account = 'PAYABLE'
      and organization_id = (select organization_id from payouts where reference = $1)`,
    [refused.endToEndId],
  );
  assert.equal(owed?.['amount'], 300_000);
  // The statements of the day before and of this one agree with the ledger.
  for (const text of [late, files.statement([], RECEIVED)]) assert.deepEqual(await taken(text), []);
  assert.deepEqual(await lastDays(), [
    [0, 200_000],
    [0, 200_000, 300_000],
  ]);
});

test('what the bank books without a word, and an operator names a day later, leaves no difference on any day', async () => {
  const { testServer } = trip;
  const paid = payout(200_000);
  const booking = bookingOf(testServer, paid, 'DEBIT', { items: [] });
  const { statement } = openStatements(trip);
  const closing = RECEIVED - paid.amount;
  const [first, again] = [statement([booking], closing), statement([booking], closing)];
  assert.deepEqual(await taken(first), ['UNMATCHED']);
  testServer.clock.advance(DAY);
  const { client } = await fresh();
  const exceptions = '/api/v1/operator/exceptions';
  const [{ id }] = (await client.call(`${exceptions}?kind=UNMATCHED`)).json.content;
  const body = { reference: paid.endToEndId, reason: 'The amount fits' };
  const named = await client.call(`${exceptions}/${id}/match`, { method: 'POST', body });
  assert.equal(named.status, 202, named.text);
  const twice = await client.call(`${exceptions}/${id}/match`, { method: 'POST', body });
  assert.equal(twice.json.code, 'REQUEST_PENDING');
  await decideAbout(await fresh(checker), paid.endToEndId, { decision: 'APPROVE' });
  assert.equal((await client.call(`${exceptions}/${id}`)).json.outcome, 'MATCHED');
  for (const text of [again, statement([], closing)]) assert.deepEqual(await taken(text), []);
  assert.deepEqual((await lastDays()).slice(0, 2), [[0], [0, paid.amount]]);
});
