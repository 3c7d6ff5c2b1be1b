import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { APPROVE, decide } from '#features/approvals/approvals-test-calls.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { until } from '#testing/test-mandate.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

async function open(t: TestContext, answers?: string): Promise<RoundTrip> {
  const trip = await openRoundTrip({ itemsPerFile: 10, ...(answers && { answers }) }, 2);
  t.after(() => trip.close());
  return trip;
}

/** The only file of debits that goes out next. */
async function nextFile(trip: RoundTrip): Promise<GotFile> {
  const [file, more] = await until(async () => {
    const files = await trip.fetch();
    return files.length > 0 && files;
  });
  assert.ok(file && !more);
  return file;
}

async function say(trip: RoundTrip, channel: 'clearing-house' | 'settlement-bank', text: string) {
  const name = await trip.put(channel, text);
  await until(async () => {
    const [file] = await trip.rows('select state from clearing_files where name = $1', [name]);
    return file?.['state'] === 'PROCESSED';
  });
  const found = await trip.rows<{ kind: string }>(
    `select kind from clearing_exceptions e join clearing_files f on f.id = e.file_id
     where f.name = $1`,
    [name],
  );
  return found.map(({ kind }) => kind);
}

const sayGroup = async (trip: RoundTrip, { messageId }: GotFile, reasonCode: string) => {
  const group = { originalMessageId: messageId, status: 'RJCT', reasonCode, text: null };
  return say(trip, 'clearing-house', trip.statuses([], [group]));
};

const ends = ({ debits }: GotFile) => debits.map(({ endToEndId }) => endToEndId).toSorted();

test('a file that is refused for a technical reason goes out once more, and then fails', async (t) => {
  const trip = await open(t);
  await trip.addDebits(4);
  await trip.cutOff();
  const one = await nextFile(trip);
  assert.deepEqual(await sayGroup(trip, one, 'FF01'), ['GROUP_REJECTED']);
  assert.deepEqual(await trip.states(), { PENDING: 4 });
  await trip.cutOff();
  const two = await nextFile(trip);
  assert.deepEqual(ends(two), ends(one));
  const known = new Set(one.debits.map(({ instructionId }) => instructionId));
  assert.ok(two.debits.every(({ instructionId }) => !known.has(instructionId)));
  // The refusal comes again, and a bank says of the refused file that it was accepted.
  await sayGroup(trip, one, 'FF01');
  const late = trip.statuses(one.debits.map((debit) => statusOf(one, debit, null)));
  assert.deepEqual([...new Set(await say(trip, 'clearing-house', late))], ['CONTRADICTION']);
  assert.deepEqual(await trip.states(), { PROCESSING: 4 });
  assert.deepEqual(await sayGroup(trip, two, 'FF01'), ['GROUP_REJECTED']);
  assert.deepEqual(await trip.states(), { FAILED: 4 });
  const failureReasons = await trip.rows('select distinct failure_reason, attempt from debits');
  assert.deepEqual(failureReasons, [{ failure_reason: 'UNEXPECTED_ERROR', attempt: 2 }]);
  await checkLedger(trip.testServer);
});

test('a file that is refused for another reason fails, and does not go out again', async (t) => {
  const trip = await open(t);
  await trip.addDebits(4);
  await trip.cutOff();
  const file = await nextFile(trip);
  assert.deepEqual(await sayGroup(trip, file, 'MS03'), ['GROUP_REJECTED']);
  assert.deepEqual(await trip.states(), { FAILED: 4 });
  await moveClock(trip.operator, 'WEEK');
  assert.deepEqual(await trip.fetch(), []);
  assert.deepEqual(await trip.states(), { FAILED: 4 });
});

test('where only refusals are told, silence is no inquiry, and the statement decides', async (t) => {
  const trip = await open(t, 'NEGATIVE_ONLY');
  await trip.addDebits(4);
  await trip.cutOff();
  const file = await nextFile(trip);
  await moveClock(trip.operator, 'WEEK');
  assert.deepEqual(await trip.states(), { PROCESSING: 4 });
  const [refused, ...paid] = file.debits;
  assert.ok(refused);
  await say(trip, 'clearing-house', trip.statuses([statusOf(file, refused, 'AM04')]));
  assert.deepEqual(await trip.states(), { FAILED: 1, PROCESSING: 3 });
  const sum = (debits: readonly { amount: number }[]) =>
    debits.reduce((total, { amount }) => total + amount, 0);
  const batch = (count: number, amount: number) =>
    trip.credits(file, [refused], {
      amount,
      items: [],
      batch: { messageId: file.messageId, count },
    });
  // The sum includes the refused debit, so no items match it.
  const tooMuch = batch(4, sum(file.debits));
  assert.deepEqual(await say(trip, 'settlement-bank', tooMuch), ['UNMATCHED']);
  assert.deepEqual(await trip.states(), { FAILED: 1, PROCESSING: 3 });
  assert.deepEqual(await say(trip, 'settlement-bank', batch(3, sum(paid))), []);
  assert.deepEqual(await trip.states(), { FAILED: 1, SETTLED: 3 });
  await checkLedger(trip.testServer);
});

test('where answers are told, a sum waits for them, and money for a debit by its name does not', async (t) => {
  const trip = await open(t);
  await trip.addDebits(2);
  await trip.cutOff();
  const file = await nextFile(trip);
  const [one, other] = file.debits;
  assert.ok(one && other);
  const sum = trip.credits(file, [one], {
    amount: one.amount + other.amount,
    items: [],
    batch: { messageId: file.messageId, count: 2 },
  });
  assert.deepEqual(await say(trip, 'settlement-bank', sum), ['UNMATCHED']);
  assert.deepEqual(await trip.states(), { PROCESSING: 2 });
  assert.deepEqual(await say(trip, 'settlement-bank', trip.credits(file, [one])), []);
  const settled = { PROCESSING: 1, SETTLED: 1 };
  assert.deepEqual(await trip.states(), settled);
  // What its bank says afterwards changes nothing: only a return moves money back.
  for (const [reason, kinds] of [
    [null, []],
    ['AM04', ['CONTRADICTION']],
  ] as const) {
    const late = trip.statuses([statusOf(file, one, reason)]);
    assert.deepEqual(await say(trip, 'clearing-house', late), kinds);
  }
  assert.deepEqual(await trip.states(), settled);
  await checkLedger(trip.testServer);
});

const EXCEPTIONS = '/api/v1/operator/exceptions';
const INBOX = '/api/v1/approval-requests';

test('what nobody answers is settled by two operators, and the payer is never debited again', async (t) => {
  const trip = await open(t);
  await trip.addDebits(2);
  await trip.cutOff();
  const file = await nextFile(trip);
  await moveClock(trip.operator, 'WEEK');
  assert.deepEqual(await trip.states(), { UNKNOWN: 2 });
  assert.deepEqual(await trip.fetch(), []);
  const [asked] = await trip.rows(
    `select count(*)::integer as count from clearing_files where message like 'pacs.028%'`,
  );
  assert.deepEqual(asked, { count: 3 });
  const [maker, checker] = [trip.operator, await trip.testServer.operator()];
  const [paid, unpaid] = file.debits;
  assert.ok(paid && unpaid);
  const resolve = async (reference: string, own: object) => {
    const { content } = (await maker.client.call(`${EXCEPTIONS}?kind=UNKNOWN`)).json;
    const exception = content.find((one: { reference: string }) => one.reference === reference);
    const body = { evidence: 'The bank has shown its books to us', ...own };
    const path = `${EXCEPTIONS}/${exception.id}/resolve`;
    const made = await maker.client.call(path, { method: 'POST', body });
    assert.equal(made.status, 202, made.text);
    const before = await trip.states();
    const request = `${INBOX}/${made.json.requestId}`;
    const alone = await decide(maker.client, (await maker.client.call(request)).json, APPROVE);
    assert.equal(alone.json.code, 'REQUEST_IS_YOURS');
    assert.deepEqual(await trip.states(), before);
    const detail = (await checker.client.call(request)).json;
    const done = await decide(checker.client, detail, APPROVE);
    assert.equal(done.json.state, 'EXECUTED', done.text);
    const again = { method: 'POST', body: { reason: 'By mistake' } };
    const reopened = await maker.client.call(`${EXCEPTIONS}/${exception.id}/reopen`, again);
    assert.equal(reopened.json.code, 'EXCEPTION_NOT_KEPT');
  };
  const today = isoDay(await businessNow(maker));
  const valueDay = addDays(today, -6);
  const { content } = (await maker.client.call(`${EXCEPTIONS}?kind=UNKNOWN`)).json;
  const path = `${EXCEPTIONS}/${content[0].id}/resolve`;
  const later = { outcome: 'PAID', valueDay: addDays(today, 1), evidence: 'The bank has said so' };
  const refused = await maker.client.call(path, { method: 'POST', body: later });
  assert.equal(refused.json.fields?.[0]?.field, 'valueDay', refused.text);
  await resolve(paid.endToEndId, { outcome: 'PAID', valueDay });
  const [accepted] = await trip.rows<{ day: string }>(
    `select (accepted_at at time zone 'Africa/Kampala')::date::text as day from clearing_items
     where status = 'ACCEPTED'`,
  );
  assert.deepEqual(accepted, { day: valueDay }, 'its money is waited for from that day on');
  await resolve(unpaid.endToEndId, { outcome: 'NOT_PAID' });
  assert.deepEqual(await trip.states(), { CLEARED: 1, FAILED: 1 });
  const [told] = await trip.rows(`select reason from debits where state = 'FAILED'`);
  assert.deepEqual(told, { reason: 'The bank gave no reason' });
  const late = trip.statuses([statusOf(file, unpaid, null)]);
  assert.deepEqual(await say(trip, 'clearing-house', late), ['CONTRADICTION']);
  assert.deepEqual(await say(trip, 'settlement-bank', trip.credits(file, [paid])), []);
  await moveClock(trip.operator, 'WEEK');
  assert.deepEqual(await trip.fetch(), []);
  assert.deepEqual(await trip.states(), { FAILED: 1, SETTLED: 1 });
  await checkLedger(trip.testServer);
});

test('money that was kept in suspense is booked once somebody finds out whose it is', async (t) => {
  const trip = await open(t);
  await trip.addDebits(2);
  await trip.cutOff();
  const file = await nextFile(trip);
  const [debit] = file.debits;
  assert.ok(debit);
  const unnamed = trip.credits(file, [debit], { items: [] });
  assert.deepEqual(await say(trip, 'settlement-bank', unnamed), ['UNMATCHED']);
  const { client } = trip.operator;
  const [{ id }] = (await client.call(`${EXCEPTIONS}?kind=UNMATCHED`)).json.content;
  const send = async (verb: string, own: object = {}) => {
    const body = { reason: 'The business has asked for it', ...own };
    return (await client.call(`${EXCEPTIONS}/${id}/${verb}`, { method: 'POST', body })).json;
  };
  const match = () => send('match', { reference: debit.endToEndId });
  assert.equal((await send('reopen')).code, 'EXCEPTION_NOT_KEPT', 'it is open');
  assert.equal((await send('close', { outcome: 'KEPT_IN_SUSPENSE' })).state, 'CLOSED');
  assert.equal((await match()).code, 'EXCEPTION_CLOSED');
  const both = await Promise.all([send('reopen'), send('reopen')]);
  const answers = both.map(({ code, state }) => String(code ?? state));
  assert.deepEqual(answers.toSorted(), ['EXCEPTION_NOT_KEPT', 'OPEN']);
  const { outcome, suspense } = (await client.call(`${EXCEPTIONS}/${id}`)).json;
  assert.deepEqual([outcome, suspense], [null, debit.amount]);
  await checkLedger(trip.testServer);
  await match();
  const byMaker = await decideAbout(trip.operator, debit.endToEndId, { decision: 'APPROVE' });
  assert.equal(byMaker.json.code, 'REQUEST_IS_YOURS');
  assert.deepEqual(await trip.states(), { PROCESSING: 2 });
  const checker = await trip.testServer.operator();
  await decideAbout(checker, debit.endToEndId, { decision: 'APPROVE' });
  const matched = (await client.call(`${EXCEPTIONS}/${id}`)).json;
  assert.deepEqual([matched.outcome, matched.suspense], ['MATCHED', 0]);
  assert.deepEqual(await trip.states(), { PROCESSING: 1, SETTLED: 1 });
  assert.equal((await send('reopen')).code, 'EXCEPTION_NOT_KEPT', 'it was booked');
  const { content } = (await client.call(`${EXCEPTIONS}/${id}/events`)).json;
  assert.deepEqual(
    content.map(({ to }: { to: string }) => to),
    ['CLOSED', 'OPEN', 'CLOSED', 'OPEN'],
  );
  await checkLedger(trip.testServer);
});
