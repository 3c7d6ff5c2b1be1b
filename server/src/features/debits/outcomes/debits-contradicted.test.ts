import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import type { TestServer } from '#testing/test-server.ts';
import { refuseAttempts, takeStatuses } from './debits-answers.ts';
import { nextInquiries } from '../debits-timers.ts';
import { returnDebits, takeSentBack } from './debits-money.ts';
import { matchMoney, submittedDebit } from '../debits-test-debit.ts';

// Late, repeated and contradicting answers of banks: the payer is debited once.

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

const submitted = (change: object = {}) => submittedDebit(trip, change);
type Debit = Awaited<ReturnType<typeof submitted>>;

const asPlatform: TestServer['ctx']['db']['asPlatform'] = (why, work) =>
  trip.testServer.ctx.db.asPlatform(why, work);

const technical = { code: 'FF01', text: null, technical: true };
const refuseFile = ({ item, at }: Debit, key = item) =>
  asPlatform('test', (tx) => refuseAttempts(trip.testServer.ctx, tx, [key], technical, at));

const kinds = (refusals: readonly ({ kind: string } | null)[]) =>
  refusals.map((one) => one?.kind ?? null);
const retry = ({ client, path, id }: Debit) =>
  client.call(`${path}/${id}/retry`, { method: 'POST', body: {} });

/** What became of it, when it is tried again, and how often it went out. */
async function fateOf(debit: Debit) {
  const { state, failureReason, nextTryDay, attempts } = await debit.one();
  return [state, failureReason, nextTryDay, attempts.length];
}

async function assertNeverAgain(debit: Debit) {
  const fate = await fateOf(debit);
  assert.equal((await retry(debit)).json.code, 'RETRY_FORBIDDEN');
  for (let n = 0; n < 3; n += 1) await moveClock(trip.operator, 'NEXT_SESSION');
  assert.deepEqual(await fateOf(debit), fate);
}

/** A debit whose first submission was refused and whose second one is out. */
async function sentAgain() {
  const debit = await submitted({ retries: 3 });
  await debit.say('REJECTED', 'AM04');
  const { item } = await debit.submit();
  assert.ok(item);
  return { debit, second: item };
}

test('no third submission follows where the first one was accepted after all and the second one, which was too, fails', async () => {
  const { debit, second } = await sentAgain();
  await debit.say('ACCEPTED', null, second);
  assert.deepEqual(kinds(await debit.say('ACCEPTED')), ['CONTRADICTION']);
  await debit.say('REJECTED', 'AM04', second);
  assert.deepEqual(await fateOf(debit), ['FAILED', 'INSUFFICIENT_FUNDS', null, 2]);
  await assertNeverAgain(debit);
});

test('what comes back is not collected again where the money of an earlier submission has come too', async () => {
  const { debit, second } = await sentAgain();
  await debit.settle('OTHER-1', second);
  assert.deepEqual(kinds(await debit.settle('OTHER-2')), ['CONTRADICTION']);
  const back = { ...second, code: 'AM04', text: null, amount: 100_000 };
  const { ctx } = trip.testServer;
  await asPlatform('test', (tx) => returnDebits(ctx, tx, [back], debit.at));
  const { content } = (await debit.client.call(debit.path)).json;
  assert.deepEqual(
    content.map(({ state }: { state: string }) => state),
    ['RETURNED'],
  );
  await checkLedger(trip.testServer);
});

test('what was returned is not collected again where an earlier submission was accepted after all', async () => {
  const { debit, second } = await sentAgain();
  await debit.settle('AGAIN-1', second);
  const back = { ...second, code: 'AM04', text: null, amount: 100_000 };
  const { ctx } = trip.testServer;
  await asPlatform('test', (tx) => returnDebits(ctx, tx, [back], debit.at));
  const states = async () =>
    (await debit.client.call(debit.path)).json.content
      .map(({ state }: { state: string }) => state)
      .toSorted();
  assert.deepEqual(await states(), ['PENDING', 'RETURNED']);
  assert.deepEqual(kinds(await debit.say('ACCEPTED')), ['CONTRADICTION']);
  assert.deepEqual(await states(), ['CANCELLED', 'RETURNED']);
});

test('a technical refusal of the second file sends no third one where the first one was accepted after all', async () => {
  const { debit, second } = await sentAgain();
  await debit.say('ACCEPTED');
  await refuseFile(debit, second);
  assert.deepEqual(await fateOf(debit), ['FAILED', 'UNEXPECTED_ERROR', null, 2]);
  await assertNeverAgain(debit);
});

test('money that an operator names settles a debit that waits for its next try, which does not go out before a second one has looked', async () => {
  for (const retries of [1, 0]) {
    const debit = await submitted({ retries });
    await debit.say('REJECTED', 'AM04');
    if (retries === 0) assert.equal((await retry(debit)).json.state, 'PENDING');
    const { reference } = await debit.one();
    const { status, text } = await matchMoney(trip, 'CREDIT', reference, async () => {
      for (let n = 0; n < 3; n += 1) await moveClock(trip.operator, 'NEXT_SESSION');
      const [state, , , attempts] = await fateOf(debit);
      assert.deepEqual([state, attempts], [retries === 0 ? 'UNKNOWN' : 'FAILED', 1]);
    });
    assert.equal(status, 200, text);
    assert.deepEqual(await fateOf(debit), ['SETTLED', null, null, 1]);
    assert.equal(await debit.payable(), 98_850);
    for (let n = 0; n < 3; n += 1) await moveClock(trip.operator, 'NEXT_SESSION');
    assert.deepEqual(await fateOf(debit), ['SETTLED', null, null, 1]);
  }
  await checkLedger(trip.testServer);
});

test('a debit that was refused, paid and refused again is not tried again, and an operator can name its money', async () => {
  const debit = await submitted({ retries: 3 });
  await refuseFile(debit);
  assert.deepEqual(kinds(await debit.settle('PAID-1')), ['CONTRADICTION']);
  // The last answer equals the first one, with a report of a duplicate in between.
  const unclear = await fateOf(debit);
  assert.deepEqual(unclear, ['UNKNOWN', 'CONTRADICTED', null, 1]);
  await debit.say('REJECTED', 'AM05');
  assert.deepEqual(await fateOf(debit), unclear);
  assert.deepEqual(kinds(await debit.say('REJECTED', 'AM04')), [null]);
  assert.deepEqual(await fateOf(debit), ['FAILED', 'CONTRADICTED', null, 1]);
  await assertNeverAgain(debit);
  const { status, text } = await matchMoney(trip, 'CREDIT', (await debit.one()).reference);
  assert.equal(status, 200, text);
  assert.deepEqual(await fateOf(debit), ['SETTLED', null, null, 1]);
  await checkLedger(trip.testServer);
});

test('a debit whose money was sent back takes nothing from the limits, and is not tried again', async () => {
  const debit = await submitted({ retries: 3 });
  await debit.say('REJECTED', 'AM04');
  await debit.settle('BACK-1');
  await debit.say('REJECTED', 'AM04');
  assert.deepEqual(await fateOf(debit), ['FAILED', 'CONTRADICTED', null, 1]);
  const { ctx } = trip.testServer;
  await asPlatform('test', (tx) => takeSentBack(ctx, tx, ['BACK-1'], debit.at));
  assert.deepEqual(await fateOf(debit), ['FAILED', 'UNSPECIFIED', null, 1]);
  await assertNeverAgain(debit);
});

test('a debit that was refused, accepted and refused again takes nothing from the limits, and is not tried again', async () => {
  const debit = await submitted({ retries: 3, maxTotal: 250_000 });
  await debit.say('REJECTED', 'AM04');
  await debit.say('ACCEPTED');
  const body = { mandateId: (await debit.mandate()).id, reference: 'INV-2', amount: 200_000 };
  const make = () => debit.client.call(debit.path, { method: 'POST', body });
  assert.equal((await make()).status, 400);
  assert.deepEqual(kinds(await debit.say('REJECTED', 'AM04')), [null]);
  assert.deepEqual(await fateOf(debit), ['FAILED', 'INSUFFICIENT_FUNDS', null, 1]);
  await assertNeverAgain(debit);
  assert.equal((await make()).status, 201);
});

test('a second refusal that forbids to try again ends what the first one allowed, and touches the mandate', async () => {
  const waiting = await submitted({ retries: 3 });
  await waiting.say('REJECTED', 'AM04');
  await waiting.say('REJECTED', 'MD07');
  assert.deepEqual(await fateOf(waiting), ['FAILED', 'PAYER_DECEASED', null, 1]);
  assert.equal((await waiting.mandate()).state, 'CANCELLED');
  const pending = await submitted({ retries: 0 });
  await pending.say('REJECTED', 'AM04');
  await retry(pending);
  // The failure reason is known: nothing changes, and no operator has to look at it.
  for (const code of ['AM04', 'MS03', null])
    assert.deepEqual(kinds(await pending.say('REJECTED', code)), [null]);
  assert.equal((await pending.one()).state, 'PENDING');
  assert.deepEqual(kinds(await pending.say('REJECTED', 'MS02')), [null]);
  assert.deepEqual(await fateOf(pending), ['FAILED', 'REFUSED_BY_PAYER', null, 1]);
  await assertNeverAgain(pending);
});

test('one file says the same of a debit twice, another one that it was refused and accepted', async () => {
  const { ctx } = trip.testServer;
  const say = ({ item, at }: Debit, codes: readonly (string | null)[]) => {
    const statuses = codes.map((code) => {
      const status = code === null ? 'ACCEPTED' : 'REJECTED';
      return { ...item, status, code, text: null } as const;
    });
    return asPlatform('test', (tx) => takeStatuses(ctx, tx, statuses, at));
  };
  const debit = await submitted();
  assert.deepEqual(kinds(await say(debit, [null, null])), [null, null]);
  assert.equal((await debit.one()).state, 'CLEARED');
  const other = await submitted({ retries: 3 });
  assert.deepEqual(kinds(await say(other, ['AM04', null])), [null, 'CONTRADICTION']);
  assert.deepEqual(await fateOf(other), ['FAILED', 'CONTRADICTED', null, 1]);
  await assertNeverAgain(other);
});

test('a bank that says duplicate again is asked at the time that the table of waits has', async () => {
  const debit = await submitted();
  const { item, at } = debit;
  const said = { ...item, status: 'REJECTED', code: 'AM05', text: null } as const;
  const asked = await asPlatform('test', async (tx) => {
    const counts: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      await takeStatuses(trip.testServer.ctx, tx, [said], at);
      const readUnsent = () => Promise.resolve(new Set<string>());
      const { inquiries } = await nextInquiries(tx, { at, max: 100, waits: [1, 2], readUnsent });
      counts.push(inquiries.filter(({ debitId }) => debitId === debit.id).length);
    }
    return counts;
  });
  assert.deepEqual(asked, [1, 0]);
});
