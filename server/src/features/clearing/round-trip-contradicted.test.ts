import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { showAmount } from '@tegeka/contract/kit/money.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { keptBy, nextTwoFiles, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions';

let trip: RoundTrip;
let file: GotFile;
let other: GotFile;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 2 }, 2);
  await trip.addDebits(4);
  await trip.cutOff();
  [file, other] = await nextTwoFiles(trip);
  const [failed, settled] = debits();
  const answers = [statusOf(file, failed, 'AM04'), statusOf(file, settled, null)];
  await takenBy(trip, 'clearing-house', trip.statuses(answers));
  await takenBy(trip, 'settlement-bank', trip.credits(file, [settled]));
  assert.deepEqual(await trip.states(), { FAILED: 1, PROCESSING: 2, SETTLED: 1 });
});
after(() => trip.close());

function debits() {
  const [failed, settled] = file.debits;
  assert.ok(failed && settled);
  return [failed, settled] as const;
}

/** The newest open exception of a kind. */
async function newest(kind: string): Promise<{ id: string; explanation: string }> {
  const { json } = await trip.operator.client.call(`${EXCEPTIONS}?kind=${kind}&state=OPEN`);
  return json.content[0];
}

const tell = (id: string, verb: string, body: object) =>
  trip.operator.client.call(`${EXCEPTIONS}/${id}/${verb}`, { method: 'POST', body });
const match = (id: string, reference: string) =>
  tell(id, 'match', { reference, reason: 'The bank, by phone' });

test('a return of a debit that has failed is a contradiction, and changes nothing', async () => {
  const unchanged = await keptBy(trip);
  const [failed] = debits();
  const returned = trip.returns(file, [failed], 'AM04');
  assert.deepEqual((await takenBy(trip, 'clearing-house', returned)).kinds, ['CONTRADICTION']);
  assert.equal(
    (await newest('CONTRADICTION')).explanation,
    `The bank returns ${failed.endToEndId}, which is FAILED here. Nothing was changed.`,
  );
  assert.deepEqual(await keptBy(trip), unchanged);
});

test('the money of such a return stays in suspense', async () => {
  const unchanged = await trip.states();
  const [failed] = debits();
  const booked = trip.credits(file, [failed], { direction: 'DEBIT' });
  assert.deepEqual((await takenBy(trip, 'settlement-bank', booked)).kinds, ['UNMATCHED']);
  const explanation = `${showAmount('UGX', failed.amount)} went out on the pooled account and is in suspense. The bank returns ${failed.endToEndId}, which is FAILED here.`;
  const exception = await newest('UNMATCHED');
  assert.ok(exception.explanation.includes(explanation), exception.explanation);
  assert.deepEqual(await trip.states(), unchanged);
  await checkLedger(trip.testServer);
});

test('a refusal of a whole file does not change a debit of it that has failed before', async () => {
  const [failed] = other.debits;
  assert.ok(failed);
  await takenBy(trip, 'clearing-house', trip.statuses([statusOf(other, failed, 'AM04')]));
  const group = { originalMessageId: other.messageId, status: 'RJCT', reasonCode: 'MS03' };
  const refused = trip.statuses([], [{ ...group, text: null }]);
  const { kinds } = await takenBy(trip, 'clearing-house', refused);
  assert.deepEqual(kinds, ['GROUP_REJECTED']);
  const rows = await trip.rows(
    `select failure_reason from debits where reference = '${failed.endToEndId}'`,
  );
  assert.deepEqual(rows, [{ failure_reason: 'INSUFFICIENT_FUNDS' }]);
  assert.deepEqual(await trip.states(), { FAILED: 3, SETTLED: 1 });
});

test('money and answers are matched manually only where an exception and its item allow it', async () => {
  const [failed, settled] = debits();
  const { id } = await newest('CONTRADICTION');
  assert.equal((await match(id, failed.endToEndId)).json.code, 'EXCEPTION_KIND');
  const outcome = { outcome: 'NOT_PAID', valueDay: null, evidence: 'Their letter' };
  assert.equal((await tell(id, 'resolve', outcome)).json.code, 'EXCEPTION_KIND');
  const unknown = { ...file, messageId: randomUUID() };
  const stray = { ...settled, instructionId: randomUUID(), endToEndId: 'NONE' };
  await takenBy(trip, 'settlement-bank', trip.credits(unknown, [stray]));
  const money = await match((await newest('UNMATCHED')).id, settled.endToEndId);
  assert.match(money.text, /It is not waiting for this money/);
  const silent = { ...statusOf(unknown, stray, null), amount: null, currency: null };
  await takenBy(trip, 'clearing-house', trip.statuses([silent]));
  const answer = await match((await newest('UNKNOWN_DEBIT')).id, settled.endToEndId);
  assert.match(answer.text, /The message names no amount to compare it with/);
  await checkLedger(trip.testServer);
});
