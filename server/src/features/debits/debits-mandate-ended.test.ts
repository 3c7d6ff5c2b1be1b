import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { decideMandate } from '#testing/test-mandate.ts';
import { refuseAttempts } from './outcomes/debits-answers.ts';
import { submittedDebit } from './debits-test-debit.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

const submitted = (change: object = {}) => submittedDebit(trip, change);
type Debit = Awaited<ReturnType<typeof submitted>>;

const retry = ({ client, path, id }: Debit) =>
  client.call(`${path}/${id}/retry`, { method: 'POST', body: {} });

async function act({ client, mandates, mandate }: Debit, verb: 'pause' | 'resume') {
  const { id } = await mandate();
  const body = { reason: 'Holidays' };
  const done = await client.call(`${mandates}/${id}/${verb}`, { method: 'POST', body });
  assert.equal(done.status, 200, done.text);
}

/** Replaces the mandate of a submitted debit. Returns a function that reads the state of the new one. */
async function replace({ client, mandates, mandate, terms }: Debit) {
  const path = `${mandates}/${(await mandate()).id}/replace`;
  const body = {
    ...(await terms()),
    customerId: undefined,
    schedule: { kind: 'ON_DEMAND' },
  };
  const { json } = await client.call(path, { method: 'POST', body });
  await decideMandate(trip.officer, json.reference, { decision: 'APPROVE' });
  return async () => (await client.call(`${mandates}/${json.id}`)).json.state;
}

for (const [code, to] of [
  ['MD07', 'CANCELLED'],
  ['MD06', 'SUSPENDED'],
  // The bank was told that the old mandate is cancelled.
  ['MD01', 'ACTIVE'],
] as const)
  test(`what a bank says by ${code} of a debit on its way leaves the mandate ${to} that has replaced its own`, async () => {
    const debit = await submitted();
    const next = await replace(debit);
    assert.deepEqual([(await debit.mandate()).state, await next()], ['COMPLETED', 'ACTIVE']);
    if (code === 'MD06') await debit.settle('ENDED-1').then(() => debit.takeBack(code));
    else await debit.say('REJECTED', code);
    assert.equal(await next(), to);
  });

test('a debit that waits to be tried again is not once its mandate is paused, and can be manually afterwards', async () => {
  const debit = await submitted({ retries: 1 });
  await debit.say('REJECTED', 'AM04');
  assert.notEqual((await debit.one()).nextTryDay, null);
  await act(debit, 'pause');
  assert.equal((await debit.one()).nextTryDay, null);
  await moveClock(trip.operator, 'TOMORROW');
  await moveClock(trip.operator, 'NEXT_SESSION');
  assert.equal((await debit.one()).state, 'FAILED');
  assert.equal((await retry(debit)).json.code, 'MANDATE_STATE');
  await act(debit, 'resume');
  assert.equal((await retry(debit)).json.state, 'PENDING');
});

test('a debit that comes back while its mandate is paused does not wait to go out again', async () => {
  const [poor, unread] = [await submitted({ retries: 1 }), await submitted()];
  for (const debit of [poor, unread]) await act(debit, 'pause');
  await poor.say('REJECTED', 'AM04');
  const { state, nextTryDay } = await poor.one();
  assert.deepEqual([state, nextTryDay], ['FAILED', null]);
  await trip.testServer.ctx.db.asPlatform('test', (tx) => {
    const reason = { code: 'FF01', text: null, technical: true };
    return refuseAttempts(trip.testServer.ctx, tx, [unread.item], reason, unread.at);
  });
  const { state: ended, failureReason } = await unread.one();
  assert.deepEqual([ended, failureReason], ['CANCELLED', 'MANDATE_NOT_ACTIVE']);
});

test('a debit that is returned while its mandate is paused says why it is not collected again', async () => {
  const debit = await submitted({ retries: 1 });
  await act(debit, 'pause');
  await debit.settle('PAUSED-1');
  await debit.takeBack('AM04');
  const { state, recollectedBy, notRecollected } = await debit.one();
  assert.deepEqual([state, recollectedBy], ['RETURNED', null]);
  assert.equal(notRecollected, 'Not allowed: the mandate is not active');
});

test('a mandate whose last day is over waits for its last debit, which is tried again', async () => {
  const end = addDays(isoDay(await businessNow(trip.operator)), 5);
  const debit = await submitted({ retries: 1, end });
  while (isoDay(await businessNow(trip.operator)) <= addDays(end, 3))
    await moveClock(trip.operator, 'TOMORROW');
  assert.equal((await debit.mandate()).state, 'ACTIVE');
  const at = await businessNow(trip.operator);
  await debit.say('REJECTED', 'AM04', debit.item, at);
  const { item } = await debit.submit(4);
  assert.equal(item?.attempt, 2);
  await debit.say('REJECTED', 'AM04', item);
  await moveClock(trip.operator, 'WEEK');
  assert.equal((await debit.mandate()).state, 'EXPIRED');
});

/** The only debit of a mandate. */
async function once(retries: number) {
  const start = isoDay(await businessNow(trip.operator));
  return submitted({ retries, schedule: { kind: 'ONE_OFF' }, start });
}

test('the only debit of a mandate is tried again manually', async () => {
  const debit = await once(0);
  await debit.say('REJECTED', 'AM04');
  assert.equal((await retry(debit)).json.state, 'PENDING');
});

test('the only debit of a mandate is collected again after it was returned, and the mandate ends a week after the last outcome', async () => {
  const debit = await once(2);
  await debit.settle('ENDED-2');
  await debit.takeBack('AM04');
  const { id } = await debit.mandate();
  const { content } = (await debit.client.call(`${debit.path}?state=PENDING`)).json;
  const [again] = content;
  assert.deepEqual([again.origin, again.recollects], ['RECOLLECTION', debit.id]);
  const body = { reason: 'Paid in cash' };
  await debit.client.call(`${debit.path}/${again.id}/cancel`, { method: 'POST', body });
  for (let n = 0; n < 2; n += 1) await moveClock(trip.operator, 'WEEK');
  const client = await trip.testServer.signIn('MERCHANT', debit.email);
  assert.equal((await client.call(`${debit.mandates}/${id}`)).json.state, 'COMPLETED');
});
