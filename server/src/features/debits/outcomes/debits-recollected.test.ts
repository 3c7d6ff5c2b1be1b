import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import type { TestServer } from '#testing/test-server.ts';
import { refuseAttempts } from './debits-answers.ts';
import { settleDebits } from './debits-money.ts';
import { matchMoney, submittedDebit } from '../debits-test-debit.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

const submitted = (change: object = {}) => submittedDebit(trip, change);
type Debit = Awaited<ReturnType<typeof submitted>>;

const asPlatform: TestServer['ctx']['db']['asPlatform'] = (why, work) =>
  trip.testServer.ctx.db.asPlatform(why, work);

/** The next submission of a debit. */
async function submitAgain(debit: Debit) {
  const { item, at } = await debit.submit();
  assert.ok(item, 'It was not submitted again');
  return { item, at };
}

test('an early return of a submission that was then refused says nothing about the next one', async () => {
  const debit = await submitted({ retries: 3 });
  await debit.takeBack('AM04');
  await debit.say('REJECTED', 'AM04');
  const { item, at } = await submitAgain(debit);
  await debit.say('ACCEPTED', null, item);
  await asPlatform('test', (tx) =>
    settleDebits(trip.testServer.ctx, tx, [item], { entryId: 'AGAIN-1', at }),
  );
  assert.equal((await debit.one()).state, 'SETTLED');
  assert.equal(await debit.payable(), 98_850);
  await checkLedger(trip.testServer);
});

for (const answer of ['accepted', 'paid'] as const)
  test(`a debit that the bank has refused and then ${answer} is not tried again, by nobody`, async () => {
    const debit = await submitted({ retries: 3 });
    await debit.say('REJECTED', 'AM04');
    assert.notEqual((await debit.one()).nextTryDay, null);
    const refusals =
      answer === 'accepted' ? await debit.say('ACCEPTED') : await debit.settle('AGAIN-2');
    assert.deepEqual(
      refusals.map((one) => one?.kind),
      ['CONTRADICTION'],
    );
    const { nextTryDay, attempts } = await debit.one();
    assert.deepEqual([nextTryDay, attempts[0].outcome], [null, 'UNKNOWN']);
    const again = await debit.client.call(`${debit.path}/${debit.id}/retry`, {
      method: 'POST',
      body: {},
    });
    assert.deepEqual([again.status, again.json.code], [409, 'RETRY_FORBIDDEN']);
    assert.equal((await debit.submit(6)).item, undefined);
    assert.equal(await debit.payable(), 0);
    await checkLedger(trip.testServer);
  });

const technical = { code: 'FF01', text: null, technical: true };

for (const answer of ['accepted', 'paid'] as const)
  test(`a debit whose file was refused for a technical reason and that is then ${answer} does not go out again: its bank is asked`, async () => {
    const debit = await submitted({ retries: 3 });
    await asPlatform('test', (tx) =>
      refuseAttempts(trip.testServer.ctx, tx, [debit.item], technical, debit.at),
    );
    assert.equal((await debit.one()).state, 'PENDING');
    const refusals =
      answer === 'accepted' ? await debit.say('ACCEPTED') : await debit.settle('AGAIN-3');
    assert.deepEqual(
      refusals.map((one) => one?.kind),
      ['CONTRADICTION'],
    );
    const { state, failureReason, attempts } = await debit.one();
    assert.deepEqual([state, failureReason], ['UNKNOWN', 'CONTRADICTED']);
    assert.equal(attempts[0].outcome, 'UNKNOWN');
    await moveClock(trip.operator, 'NEXT_SESSION');
    await moveClock(trip.operator, 'NEXT_SESSION');
    assert.equal((await debit.one()).attempts.length, 1);
    await debit.say('ACCEPTED');
    assert.equal((await debit.one()).state, 'CLEARED');
    await debit.settle('AGAIN-4');
    assert.equal(await debit.payable(), 98_850);
    await checkLedger(trip.testServer);
  });

test('a debit of which an older submission is accepted while the next one is out is not tried a third time', async () => {
  const debit = await submitted({ retries: 3 });
  await debit.say('REJECTED', 'AM04');
  const { item } = await submitAgain(debit);
  assert.deepEqual(
    (await debit.say('ACCEPTED')).map((one) => one?.kind),
    ['CONTRADICTION'],
  );
  await debit.say('REJECTED', 'AM04', item);
  const { state, nextTryDay } = await debit.one();
  assert.deepEqual([state, nextTryDay], ['FAILED', null]);
  const again = await debit.client.call(`${debit.path}/${debit.id}/retry`, {
    method: 'POST',
    body: {},
  });
  assert.deepEqual([again.status, again.json.code], [409, 'RETRY_FORBIDDEN']);
});

test('a second submission that nobody answers is asked about like the first one', async () => {
  const asked = async () => {
    const { json } = await trip.operator.client.call('/api/v1/clearing-files?size=100');
    return json.content.filter(({ message }: { message: string | null }) =>
      message?.startsWith('pacs.028'),
    ).length;
  };
  const debit = await submitted({ retries: 1 });
  const earlier = await asked();
  await moveClock(trip.operator, 'WEEK');
  const first = (await asked()) - earlier;
  assert.ok(first > 0, 'It was asked about');
  await debit.say('REJECTED', 'AM04');
  await submitAgain(debit);
  await moveClock(trip.operator, 'WEEK');
  assert.ok((await asked()) - earlier > first, 'It was asked about too');
});

test('a debit that goes out on a later day counts to the limits of that day', async () => {
  const debit = await submitted();
  const { collectionDay: announced } = await debit.one();
  await moveClock(trip.operator, 'TOMORROW');
  const at = await businessNow(trip.operator);
  await asPlatform('test', (tx) =>
    refuseAttempts(trip.testServer.ctx, tx, [debit.item], technical, at),
  );
  await submitAgain(debit);
  const { collectionDay, attempts } = await debit.one();
  assert.ok(collectionDay > announced, `${announced} ${collectionDay}`);
  assert.equal(collectionDay, attempts[0].at.slice(0, 10));
});

test('what an operator has named when the money came can be named again when it goes back', async () => {
  const debit = await submitted();
  const { reference } = await debit.one();
  for (const [direction, state] of [
    ['CREDIT', 'SETTLED'],
    ['DEBIT', 'RETURNED'],
  ] as const) {
    const { status, text } = await matchMoney(trip, direction, reference);
    assert.equal(status, 200, text);
    assert.equal((await debit.one()).state, state);
  }
  await checkLedger(trip.testServer);
});

test('an unknown outcome is settled and not closed', async () => {
  const debit = await submitted();
  for (let n = 0; n < 2; n += 1) await moveClock(trip.operator, 'WEEK');
  const { reference } = await debit.one();
  const { client } = trip.operator;
  const { content } = (await client.call('/api/v1/operator/exceptions?kind=UNKNOWN&size=100')).json;
  const { id } = content.find((one: { reference: string }) => one.reference === reference);
  const body = { outcome: 'NOTHING_TO_DO', reason: 'Looked at it' };
  const path = `/api/v1/operator/exceptions/${id}`;
  const closed = await client.call(`${path}/close`, { method: 'POST', body });
  assert.equal(closed.status, 400, closed.text);
  assert.match(closed.json.fields[0].message, /settle the outcome instead/);
  assert.equal((await client.call(path)).json.state, 'OPEN');
});

test('money that comes for a debit that the bank had refused is booked once an operator names it', async () => {
  const debit = await submitted();
  await debit.say('REJECTED', 'MS03');
  const { reference } = await debit.one();
  await debit.settle('AGAIN-5');
  assert.equal((await debit.one()).failureReason, 'CONTRADICTED');
  const { status, text } = await matchMoney(trip, 'CREDIT', reference);
  assert.equal(status, 200, text);
  assert.equal((await debit.one()).state, 'SETTLED');
  assert.equal(await debit.payable(), 98_850);
  await checkLedger(trip.testServer);
});

test('a debit that has failed for good is not tried again beyond what the limits have left', async () => {
  const debit = await submitted({ schedule: { kind: 'ON_DEMAND' }, maxTotal: 250_000 });
  await debit.say('REJECTED', 'AM04');
  const mandateId = (await debit.mandate()).id;
  const other = { mandateId, reference: 'INV-2', amount: 200_000 };
  const made = await debit.client.call(debit.path, { method: 'POST', body: other });
  assert.equal(made.status, 201, made.text);
  const retry = () =>
    debit.client.call(`${debit.path}/${debit.id}/retry`, { method: 'POST', body: {} });
  assert.equal((await retry()).json.code, 'RETRY_ABOVE_LIMIT');
  const body = { reason: 'Paid in cash' };
  const cancel = `${debit.path}/${made.json.id}/cancel`;
  assert.equal((await debit.client.call(cancel, { method: 'POST', body })).status, 200);
  assert.equal((await retry()).json.state, 'PENDING');
});
