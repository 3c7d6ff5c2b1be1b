import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { nextFile, takenBy } from './clearing-test-hostile.ts';
import { openRoundTrip, statusOf } from './clearing-test-trip.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions';

test('where a debit went out twice, an answer that an operator names has to say which time it means', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 2);
  t.after(() => trip.close());
  const { client } = trip.operator;
  const send = async () => {
    await trip.cutOff();
    return nextFile(trip);
  };
  await trip.addDebits(2);
  const one = await send();
  const refused = {
    originalMessageId: one.messageId,
    status: 'RJCT',
    reasonCode: 'FF01',
    text: null,
  };
  await takenBy(trip, 'clearing-house', trip.statuses([], [refused]));
  const two = await send();
  const [debit] = two.debits;
  assert.ok(debit);
  const answer = statusOf(two, debit, 'AM04');
  const unnamed = { instructionId: null, endToEndId: null };
  /** Processes a status without the ids of its debit, which an operator then names. */
  const name = async (originalMessageId: string) => {
    const status = { ...answer, ...unnamed, originalMessageId };
    const { kinds } = await takenBy(trip, 'clearing-house', trip.statuses([status]));
    assert.deepEqual(kinds, ['UNKNOWN_DEBIT']);
    const open = await client.call(`${EXCEPTIONS}?kind=UNKNOWN_DEBIT&state=OPEN`);
    const [{ id }] = open.json.content;
    const body = { reference: debit.endToEndId, reason: 'The clearing house, by phone' };
    return client.call(`${EXCEPTIONS}/${id}/match`, { method: 'POST', body });
  };
  const states = () =>
    trip.rows('select state, failure_reason, attempt from debits order by state');
  const unchanged = await states();
  for (const [messageId, explanation] of [
    [randomUUID(), /^It was sent more than once/],
    [one.messageId, /did not go out like this/],
  ] as const) {
    const { status, json } = await name(messageId);
    assert.deepEqual([status, json.fields?.[0]?.field], [400, 'reference'], JSON.stringify(json));
    assert.match(json.fields[0].message, explanation);
  }
  assert.deepEqual(await states(), unchanged);
  assert.equal((await name(two.messageId)).status, 202);
  const checker = await trip.testServer.operator();
  await decideAbout(checker, debit.endToEndId, { decision: 'APPROVE' });
  assert.deepEqual(await states(), [
    { state: 'FAILED', failure_reason: 'INSUFFICIENT_FUNDS', attempt: 2 },
    { state: 'PROCESSING', failure_reason: null, attempt: 2 },
  ]);
  await checkLedger(trip.testServer);
});
