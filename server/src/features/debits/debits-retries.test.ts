import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay, showDay } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { until } from '#testing/test-mandate.ts';
import { openTuesdays, openWeeklyDebits, submittedDebit } from './debits-test-debit.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

const openWeekly = (terms: Parameters<typeof openWeeklyDebits>[1]) => openWeeklyDebits(trip, terms);

test('a retry uses the limit of the week in which it is sent, beside what is collected manually', async () => {
  const weekly = await openWeekly({ weekday: 1, maxPerPeriod: 120_000, retries: 0 });
  const [first, second] = [await weekly.failNext(), await weekly.failNext()];
  assert.ok(first.dueDay < second.dueDay);
  for (const { id } of [first, second]) {
    const { status, text } = await weekly.retry(id);
    assert.equal(status, 200, text);
  }
  assert.deepEqual((await weekly.usage()).period, {
    kind: 'WEEK',
    total: 120_000,
    max: 120_000,
  });
  const { collectionDay } = await weekly.one(first.id);
  const { status, json } = await weekly.collect(60_000, collectionDay);
  assert.equal(status, 400);
  assert.deepEqual(json.fields, [
    {
      field: 'amount',
      code: 'ABOVE_LIMIT',
      message: 'The mandate allows USh 120,000 in a week; USh 0 is left',
    },
  ]);
});

test('a retry is not made where the schedule needs the room, and the debit says so', async () => {
  const weekly = await openWeekly({ weekday: 5, maxPerPeriod: 60_000, retries: 2 });
  const failed = await weekly.failNext();
  const { state, failureReason, reason, nextTryDay, schemeCode } = await weekly.one(failed.id);
  assert.deepEqual(
    [state, failureReason, nextTryDay, schemeCode],
    ['FAILED', 'RETRY_LIMIT', null, 'AM04'],
  );
  assert.match(reason, /USh 60,000 in a week; USh 0 is left/);
  const { status, json } = await weekly.retry(failed.id);
  assert.deepEqual([status, json.code], [409, 'RETRY_ABOVE_LIMIT']);
  const next = await weekly.failNext();
  assert.ok(next.dueDay > failed.dueDay, 'the schedule goes on');
});

test('a scheduled debit goes before a retry that waits', async () => {
  // The second debit is made on the day of the retry of the first one.
  const weekly = await openTuesdays(trip);
  const failed = await weekly.failNext();
  const { nextTryDay } = await weekly.one(failed.id);
  assert.notEqual(nextTryDay, null);
  const { period } = await weekly.usage();
  assert.deepEqual([period.total, period.max], [60_000, 400_000]);
  const manual = await weekly.collect(340_000, addDays(failed.dueDay, 6));
  assert.equal(manual.status, 201, manual.text);
  const next = addDays(failed.dueDay, 7);
  while (!(await weekly.list('PENDING')).some(({ dueDay }) => dueDay === next))
    await moveClock(trip.operator, 'NEXT_SESSION');
  const { state, failureReason, attempt, nextTryDay: now } = await weekly.one(failed.id);
  assert.deepEqual([state, failureReason, attempt, now], ['FAILED', 'RETRY_LIMIT', 1, null]);
});

test('a debit can be tried again manually for 30 days', async () => {
  const debit = await submittedDebit(trip, { retries: 0 });
  await debit.say('REJECTED', 'AM04');
  const last = addDays(isoDay(debit.at), 30);
  assert.equal((await debit.one()).retryUntil, last);
  for (let n = 0; n < 5; n += 1) await moveClock(trip.operator, 'WEEK');
  const client = await trip.testServer.signIn('MERCHANT', debit.email);
  const path = `${debit.path}/${debit.id}/retry`;
  const { status, json } = await client.call(path, { method: 'POST', body: {} });
  assert.deepEqual([status, json.code], [409, 'RETRY_TOO_LATE']);
  assert.match(json.fields[0].message, new RegExp(showDay(last)));
});

test('a retry that waits can be cancelled: the debit stays failed, and its history says who and why', async () => {
  const debit = await submittedDebit(trip, { retries: 2 });
  await debit.say('REJECTED', 'AM04');
  const { client, path, id } = debit;
  const post = (verb: string, body: object) =>
    client.call(`${path}/${id}/${verb}`, { method: 'POST', body });
  const reason = 'They have paid in cash';
  const { status, json } = await post('cancel', { reason });
  assert.deepEqual([status, json.state, json.nextTryDay], [200, 'FAILED', null]);
  const events = (await client.call(`${path}/${id}/events`)).json.content;
  const cancelled = events.find(({ kind }: { kind: string }) => kind === 'RETRY_CANCELLED');
  assert.equal(cancelled.reason, reason);
  assert.notEqual(cancelled.by, 'Tegeka');
  assert.equal((await post('cancel', { reason })).json.code, 'TRANSACTION_STATE');
  await moveClock(trip.operator, 'TOMORROW');
  await moveClock(trip.operator, 'TOMORROW');
  const { state, attempts } = await debit.one();
  assert.deepEqual([state, attempts.length], ['FAILED', 1]);
  assert.equal((await post('retry', {})).json.state, 'PENDING');
});

test('a manual retry that is cancelled leaves the debit failed with its reason, and its payer reads that it is not made', async () => {
  const debit = await submittedDebit(trip, { retries: 0, maxCount: 1 });
  await debit.say('REJECTED', 'AM04');
  const { client, path, id } = debit;
  const post = (verb: string, body: object = {}) =>
    client.call(`${path}/${id}/${verb}`, { method: 'POST', body });
  const failed = await debit.one();
  const again = await post('retry');
  assert.deepEqual([again.json.state, again.json.failureReason], ['PENDING', null]);
  await until(async () => (await debit.one()).noticeAt);
  assert.equal((await debit.one()).lastFailure, failed.reason);
  const reason = 'They have paid in cash';
  const { status, json } = await post('cancel', { reason });
  assert.equal(status, 200);
  const outcome = ({
    state,
    failureReason,
    schemeCode,
    reason: explanation,
    nextTryDay,
  }: typeof json) => [state, failureReason, schemeCode, explanation, nextTryDay];
  assert.deepEqual(outcome(json), outcome(failed));
  const { content } = (await client.call(`${path}/${id}/events`)).json;
  const [cancelled] = content.filter(({ kind }: { kind: string }) => kind === 'RETRY_CANCELLED');
  assert.equal(cancelled.reason, reason);
  assert.notEqual(cancelled.by, 'Tegeka');
  await until(async () => (await debit.one()).noticeWithdrawnAt);
  assert.equal((await post('cancel', { reason })).json.code, 'TRANSACTION_STATE');
  // What it took of the limits is free for another debit.
  const other = { mandateId: (await debit.mandate()).id, reference: 'INV-2', amount: 100_000 };
  const made = await client.call(path, { method: 'POST', body: other });
  assert.equal(made.status, 201, made.text);
  const dropped = await client.call(`${path}/${made.json.id}/cancel`, {
    method: 'POST',
    body: { reason },
  });
  assert.deepEqual([dropped.json.state, dropped.json.reason], ['CANCELLED', reason]);
  await moveClock(trip.operator, 'WEEK');
  const { state, attempts, lastFailure } = await debit.one();
  assert.deepEqual([state, attempts.length, lastFailure], ['FAILED', 1, null]);
});

test('after a debit that failed its payer is told when it is tried again, and how to stop it', async () => {
  const debit = await submittedDebit(trip, { retries: 1 });
  const { collectionDay: failedOn } = await debit.one();
  await debit.say('REJECTED', 'AM04');
  const { nextTryDay, notices } = await debit.one();
  assert.deepEqual([notices[0].kind, notices[0].day], ['MOVED', nextTryDay]);
  const told = (text: string) =>
    until(async () =>
      (await trip.testServer.outbox(debit.payer.phoneNumber)).find((one) =>
        one.text.includes(text),
      ),
    );
  const moved = await told(`The debit of ${sayDay(failedOn)} was not paid: `);
  assert.match(moved.text, new RegExp(` on ${sayDay(nextTryDay)} instead\\. Reply STOP TGK`));

  const { item, at } = await debit.submit();
  assert.ok(item, 'It was not tried again');
  const retriedOn = isoDay(at);
  await debit.say('REJECTED', 'AM04', item, at);
  const path = `${debit.path}/${debit.id}/retry`;
  // The session may have ended while the clock was moved.
  const client = await trip.testServer.signIn('MERCHANT', debit.email);
  const { collectionDay } = (await client.call(path, { method: 'POST', body: {} })).json;
  const again = await told(` on ${showDay(retriedOn)} and will try again on `);
  assert.match(again.text, new RegExp(`again on ${sayDay(collectionDay)}\\..* Reply STOP TGK`));
});
