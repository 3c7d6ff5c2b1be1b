import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import {
  bookingOf,
  gotOrder,
  makePayouts,
  openStatements,
  takenBy,
} from './clearing-test-hostile.ts';
import { openRail } from './clearing-test-rail.ts';

test('a file of payouts that is refused takes back none that two operators have settled as paid', async (t) => {
  const rail = await openRail({ itemsPerFile: 10 }, 1);
  t.after(() => rail.close());
  const { testServer, operator } = rail;
  const checker = await testServer.operator();
  await makePayouts(rail, [300_000, 200_000]);
  await rail.cutOff();
  const order = await gotOrder(rail);
  const paid = order.transfers.find(({ amount }) => amount === 300_000);
  assert.ok(paid);
  testServer.clock.advance(5 * DAY);
  await until(async () => {
    const unknown = await rail.rows(`select from payouts where state = 'UNKNOWN'`);
    return unknown.length === 2;
  });
  // Tokens do not live as long as that.
  const client = await testServer.signIn('OPERATOR', operator.email);
  const other = { ...checker, client: await testServer.signIn('OPERATOR', checker.email) };
  const find = async (path: string) => (await client.call(path)).json.content;
  const [{ id }] = await find(`/api/v1/payouts?search=${paid.endToEndId}`);
  const body = { outcome: 'PAID', evidence: 'Stanbic, Ms Akello, by phone: it was paid' };
  await client.call(`/api/v1/payouts/${id}/resolve`, { method: 'POST', body });
  const decided = await decideAbout(other, paid.endToEndId, { decision: 'APPROVE' });
  assert.equal(decided.json.state, 'EXECUTED', decided.text);

  const { statuses, statement } = openStatements(rail);
  const taken = (text: string) => takenBy(rail, 'settlement-bank', text);
  const refused = await taken(statuses(order, [], 'RJCT'));
  assert.deepEqual(refused.kinds, ['GROUP_REJECTED']);
  const payouts = await find('/api/v1/payouts?sort=createdAt');
  assert.deepEqual(
    payouts.map(({ state }: { state: string }) => state),
    ['PAID', 'REJECTED'],
  );
  const exceptions = await find('/api/v1/operator/exceptions');
  const told = new Map<string, { reference: string | null; words: string }>(
    exceptions.map((one: { kind: string }) => [one.kind, one]),
  );
  assert.equal(exceptions.length, 2);
  assert.equal(told.get('CONTRADICTION')?.reference, paid.endToEndId);
  const words = told.get('GROUP_REJECTED')?.words ?? '';
  assert.match(words, /Its payouts are rejected.*Some of its items were answered before/);
  assert.doesNotMatch(words, /debits/);
  await checkLedger(testServer);

  // The file is accepted, which contradicts its rejected payout.
  await taken(statuses(order, [], 'ACSC'));
  const contradictions = await find('/api/v1/operator/exceptions?kind=CONTRADICTION');
  assert.equal(contradictions.length, 2);

  // It is refused again, and then the bank books what was paid.
  await taken(statuses(order, [], 'RJCT'));
  assert.equal((await find('/api/v1/operator/exceptions')).length, 3);
  const booking = bookingOf(testServer, paid, 'DEBIT');
  const end = await taken(statement([booking], 502_300 - 300_000));
  assert.deepEqual(end.kinds, []);
  const items = await rail.rows('select status from clearing_items order by status');
  assert.deepEqual(items, [{ status: 'REJECTED' }, { status: 'SETTLED' }]);
  await checkLedger(testServer);
});
