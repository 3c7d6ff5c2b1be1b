import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { announceDay } from '#testing/setup/test-holidays.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { until } from '#testing/test-mandate.ts';
import type { TestServer } from '#testing/test-server.ts';
import { refuseAttempts, resolveUnknown } from './debits-answers.ts';
import { submittedDebit } from '../debits-test-debit.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

const asPlatform: TestServer['ctx']['db']['asPlatform'] = (why, work) =>
  trip.testServer.ctx.db.asPlatform(why, work);

const submitted = (change: object = {}) => submittedDebit(trip, change);

const kinds = (refusals: ({ kind: string } | null)[]) => refusals.map((one) => one?.kind ?? null);

const retryOf = ({ client, path, id }: Awaited<ReturnType<typeof submitted>>) =>
  client.call(`${path}/${id}/retry`, { method: 'POST', body: {} });

test('a debit is submitted once, accepted, settled, and the ledger has it', async () => {
  const debit = await submitted();
  assert.equal((await debit.one()).state, 'PROCESSING');
  await debit.say('IN_PROGRESS');
  await debit.say('ACCEPTED');
  assert.equal((await debit.one()).state, 'CLEARED');
  await debit.say('ACCEPTED');
  await debit.settle();
  const { state, settledAt, attempts } = await debit.one();
  assert.deepEqual([state, settledAt], ['SETTLED', debit.at.toISOString()]);
  assert.deepEqual(
    attempts.map(({ number, outcome }: { number: number; outcome: string }) => [number, outcome]),
    [[1, 'SETTLED']],
  );
  assert.equal(await debit.payable(), 98_850);
  assert.deepEqual(kinds(await debit.settle('E2')), ['CONTRADICTION']);
  assert.equal(await debit.payable(), 98_850);
  const month = isoDay(debit.at).slice(0, 7);
  const statement = `${debit.path.replace('transactions', 'statements')}/${month}/csv`;
  const { reference } = await debit.one();
  const line = `Debit settled,${reference},100000,-1000,-150,98850,98850`;
  assert.ok((await debit.client.call(statement)).text.includes(line));
  const banks = await trip.operator.client.call(`/api/v1/operator/revenue/${month}/banks`);
  assert.deepEqual(
    banks.json.content.map(({ debits, charge }: Record<string, unknown>) => [debits, charge]),
    [[1, 1000]],
  );
  await checkLedger(trip.testServer);
});

test('a late failure overwrites a newer success: what a bank says late of an older attempt leaves the newer one settled', async () => {
  const debit = await submitted({ retries: 1 });
  await debit.say('REJECTED', 'AM04');
  const { item } = await debit.submit();
  assert.equal(item?.attempt, 2);
  await debit.say('ACCEPTED', null, item);
  await debit.settle('E1', item);
  await debit.say('REJECTED', 'AC04');
  await debit.say('REJECTED', 'AM04');
  assert.equal((await debit.one()).state, 'SETTLED');
  assert.equal(await debit.payable(), 98_850);
  assert.equal((await debit.mandate()).state, 'ACTIVE');
  await checkLedger(trip.testServer);
});

test('a retry moves with a holiday that is announced for its day, and the payer is told', async () => {
  const debit = await submitted({ retries: 1 });
  await debit.say('REJECTED', 'AM04');
  const { nextTryDay: holiday } = await debit.one();
  const announced = await announceDay(trip.operator.client, holiday);
  assert.equal(announced.status, 201, announced.text);
  const { nextTryDay: next } = await until(async () => {
    const one = await debit.one();
    return one.nextTryDay > holiday && one;
  });
  await until(async () => {
    const [newest] = await trip.testServer.outbox(debit.phoneNumber);
    return newest?.text.startsWith(`Banks are closed on ${sayDay(holiday)}: `);
  });
  const { at, item } = await debit.submit();
  assert.deepEqual([item?.attempt, isoDay(at)], [2, next]);
});

test('a debit without funds is tried again as often as was agreed, and late answers to an older attempt change nothing', async () => {
  const debit = await submitted({ retries: 1 });
  await debit.say('REJECTED', 'AM04');
  const failed = await debit.one();
  assert.deepEqual(
    [failed.state, failed.failureReason, failed.schemeCode, failed.retriesLeft],
    ['FAILED', 'INSUFFICIENT_FUNDS', 'AM04', 0],
  );
  assert.ok(failed.nextTryDay > failed.dueDay);
  const second = await debit.submit();
  assert.equal(second.item?.attempt, 2);
  // A late answer to the first submission does not touch the second one.
  assert.deepEqual(await debit.say('REJECTED', 'AC04'), [null]);
  assert.equal((await debit.one()).state, 'PROCESSING');
  await debit.say('REJECTED', 'AM04', second.item);
  const final = await debit.one();
  assert.deepEqual([final.state, final.nextTryDay], ['FAILED', null]);
  const again = await retryOf(debit);
  assert.equal(again.json.state, 'PENDING');
  // The mandate agreed to one try, which was announced: of another one the payer is told again.
  const { today } = await readClock(trip.operator);
  assert.ok(again.json.collectionDay >= addDays(today, 2), again.json.collectionDay);
  const told = async () => {
    const texts = await trip.testServer.outbox(debit.phoneNumber);
    return texts.filter(({ text }) => text.includes(' and will try again on ')).length;
  };
  const toldBefore = await told();
  const third = await debit.submit();
  assert.equal(third.item?.attempt, 3);
  assert.ok(isoDay(third.at) >= again.json.collectionDay, isoDay(third.at));
  assert.equal(await told(), toldBefore + 1);
  const { notices } = await debit.one();
  const days = notices.map(({ day }: { day: string }) => day);
  assert.deepEqual(days, [again.json.collectionDay, failed.nextTryDay, failed.dueDay]);
});

test('a late rejection of the first submission changes nothing once the second one has settled', async () => {
  const debit = await submitted({ retries: 1 });
  await debit.say('REJECTED', 'AM04');
  const { item } = await debit.submit();
  assert.ok(item);
  await debit.say('ACCEPTED', null, item);
  await debit.settle('E1', item);
  assert.deepEqual(await debit.say('REJECTED', 'AC04'), [null]);
  assert.equal((await debit.one()).state, 'SETTLED');
  assert.equal(await debit.payable(), 98_850);
  assert.equal((await debit.mandate()).state, 'ACTIVE');
});

test('a closed account ends the mandate, and what was still to come is cancelled', async () => {
  const debit = await submitted();
  const body = { mandateId: (await debit.mandate()).id, reference: 'INV-2', amount: 5000 };
  const next = await debit.client.call(debit.path, { method: 'POST', body });
  await debit.say('REJECTED', 'AC04');
  assert.equal((await debit.one()).failureReason, 'ACCOUNT_CLOSED');
  assert.equal((await debit.mandate()).state, 'CANCELLED');
  const { json } = await debit.client.call(`${debit.path}/${next.json.id}`);
  assert.equal(json.state, 'CANCELLED');
  const retry = await retryOf(debit);
  assert.equal(retry.json.code, 'RETRY_FORBIDDEN');
});

test("money that fails after 'paid' is ignored: it is taken back, and an early return waits", async () => {
  const debit = await submitted({ retries: 1 });
  assert.deepEqual(await debit.takeBack('AM04'), [null]);
  assert.equal((await debit.one()).state, 'PROCESSING');
  await debit.settle();
  const returned = await debit.one();
  assert.deepEqual([returned.state, returned.failureReason], ['RETURNED', 'INSUFFICIENT_FUNDS']);
  assert.equal(await debit.payable(), 98_850 - 100_000);
  const { content } = (await debit.client.call(debit.path)).json;
  const again = content.find((one: { recollects: string | null }) => one.recollects === debit.id);
  assert.deepEqual(
    [again.origin, again.state, again.amount, again.retriesLeft, again.dueDay],
    ['RECOLLECTION', 'PENDING', 100_000, 0, returned.dueDay],
  );
  assert.deepEqual(returned.recollectedBy, { id: again.id, reference: again.reference });
  assert.deepEqual(await debit.takeBack('AM04'), [null]);
  assert.equal(await debit.payable(), 98_850 - 100_000);
  const other = await submitted();
  await other.settle();
  assert.deepEqual(kinds(await other.takeBack('MD06', 99_999)), ['CONTRADICTION']);
  assert.deepEqual(await other.takeBack('MD06'), [null]);
  const { id, state } = await other.mandate();
  assert.equal(state, 'SUSPENDED');
  const reinstate = async () => {
    const path = `/api/v1/mandates/${id}/reinstate`;
    const body = { reason: 'The bank has it cleared up' };
    return (await trip.operator.client.call(path, { method: 'POST', body })).json;
  };
  assert.equal((await reinstate()).code, 'SUSPENDED_BY_OTHERS');
  // A bank without officers has nobody else who could lift it.
  const { organizationId } = trip.officer;
  const officers = (organization_id: string | null) =>
    asPlatform('test', (tx) =>
      tx.updateTable('banks').set({ organization_id }).where('bic', '=', 'SBICUGKX').execute(),
    );
  await officers(null);
  assert.equal(
    (await trip.operator.client.call(`/api/v1/mandates/${id}`)).json.reinstatableBy,
    'OPERATOR',
  );
  assert.equal((await reinstate()).state, 'ACTIVE');
  await officers(organizationId);
  await checkLedger(trip.testServer);
});

test('the same item debited twice by a retry while one is in flight: a bank that keeps silent is asked, and nothing is tried again', async () => {
  const debit = await submitted();
  await moveClock(trip.operator, 'WEEK');
  assert.deepEqual(
    [(await debit.one()).state, (await debit.one()).failureReason],
    ['UNKNOWN', 'NO_ANSWER'],
  );
  const retry = await retryOf(debit);
  assert.equal(retry.json.code, 'TRANSACTION_STATE');
  assert.equal((await debit.one()).attempts.length, 1);
  const { ctx } = trip.testServer;
  const evidence = { paid: true, at: debit.at };
  const resolve = () => asPlatform('test', (tx) => resolveUnknown(ctx, tx, debit.item, evidence));
  assert.equal(await resolve(), null);
  assert.equal((await debit.one()).state, 'CLEARED');
  assert.equal((await resolve())?.kind, 'CONTRADICTION');
});

test('what a bank takes for a duplicate is looked into and not tried again', async () => {
  const debit = await submitted({ retries: 3 });
  await debit.say('REJECTED', 'AM05');
  const { state, failureReason, nextTryDay } = await debit.one();
  assert.deepEqual([state, failureReason, nextTryDay], ['UNKNOWN', 'DUPLICATE', null]);
});

test('a file that is refused for a technical reason goes out once more', async () => {
  const debit = await submitted();
  const { ctx } = trip.testServer;
  const refuse = (key = debit.item) => {
    const refusal = { code: 'FF01', text: null, technical: true };
    return asPlatform('test', (tx) => refuseAttempts(ctx, tx, [key], refusal, debit.at));
  };
  assert.deepEqual(await refuse(), [null]);
  assert.equal((await debit.one()).state, 'PENDING');
  const second = await debit.submit();
  assert.equal(second.item?.attempt, 2);
  assert.notEqual(second.item?.instructionId, debit.item.instructionId);
  assert.deepEqual(await refuse(), [null]);
  assert.equal((await debit.one()).state, 'PROCESSING');
  await refuse(second.item);
  assert.deepEqual(
    [(await debit.one()).state, (await debit.one()).failureReason],
    ['FAILED', 'UNEXPECTED_ERROR'],
  );
});
