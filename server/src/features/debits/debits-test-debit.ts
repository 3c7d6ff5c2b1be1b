import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addDays, daysOfMonth, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { writeNotification } from '#features/clearing/iso/iso-statements.ts';
import { payableOf } from '#features/ledger/ledger-store.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { uploadFile } from '#testing/setup/test-clearing-file.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import type { Unanswered } from '#testing/setup/test-unanswered.ts';
import { activeMandate, openShop, until } from '#testing/test-mandate.ts';
import type { TestServer } from '#testing/test-server.ts';
import { takeStatuses } from './outcomes/debits-answers.ts';
import { returnDebits, settleDebits } from './outcomes/debits-money.ts';

/** A submitted debit. The bank's answers are applied by the functions that clearing calls. */
export async function submittedDebit(
  { testServer, officer, operator }: Unanswered,
  change: object = {},
  shop?: Awaited<ReturnType<typeof openShop>>,
) {
  const merchant = shop ?? (await openShop(testServer));
  const asPlatform: TestServer['ctx']['db']['asPlatform'] = (why, work) =>
    testServer.ctx.db.asPlatform(why, work);
  // No schedule: it would make debits of its own on some days of the month.
  const terms = { schedule: { kind: 'ON_DEMAND' }, ...change };
  const mandateId = await activeMandate(testServer, officer, merchant.payer, terms);
  const path = merchant.mandates.replace('mandates', 'transactions');
  const body = { mandateId, reference: 'INV-1', amount: 100_000 };
  const made = await merchant.client.call(path, { method: 'POST', body });
  assert.equal(made.status, 201, made.text);
  const id: string = made.json.id;
  const one = async () => (await merchant.client.call(`${path}/${id}`)).json;
  const mandate = async () =>
    (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  /**
   * Moves the clock from cut-off to cut-off, `max` times at most, until it is in a file. Returns its
   * submission.
   */
  const submit = async (max = 12) => {
    for (let n = 0; n < max && (await one()).state !== 'PROCESSING'; n += 1)
      await moveClock(operator, 'NEXT_SESSION');
    const { state, attempts } = await one();
    const at = await businessNow(operator);
    const [newest] = attempts;
    if (state !== 'PROCESSING' || !newest) return { at, item: undefined };
    const { number: attempt, instructionId } = newest;
    const { organizationId } = merchant;
    return { at, item: { organizationId, debitId: id, attempt, instructionId } };
  };
  const { at, item } = await submit();
  assert.ok(item, 'It was not submitted');
  const { ctx } = testServer;
  const say = (
    status: 'ACCEPTED' | 'REJECTED' | 'IN_PROGRESS',
    code: string | null = null,
    key = item,
    when = at,
  ) =>
    asPlatform('test', (tx) => takeStatuses(ctx, tx, [{ ...key, status, code, text: null }], when));
  const settle = (entryId = 'E1', key = item) =>
    asPlatform('test', (tx) => settleDebits(ctx, tx, [key], { entryId, at }));
  const takeBack = (code: string, amount = 100_000) =>
    asPlatform('test', (tx) => returnDebits(ctx, tx, [{ ...item, code, text: null, amount }], at));
  const payable = () => asPlatform('test', (tx) => payableOf(tx, merchant.organizationId));
  return { ...merchant, path, id, one, mandate, submit, at, item, say, settle, takeBack, payable };
}

/** Two operators match a debit with a booking of the settlement bank that has no id. */
export async function matchMoney(
  trip: Unanswered,
  direction: 'CREDIT' | 'DEBIT',
  reference: string,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
) {
  const {
    settlementBic: from,
    bic: to,
    settlementAccount: account,
  } = trip.testServer.config.clearing;
  const head = { messageId: randomUUID(), createdAt: trip.testServer.clock.now(), from, to };
  const of = { statementId: randomUUID(), account, agent: from, fromDay: null, toDay: null };
  const entry = {
    amount: 100_000,
    currency: 'UGX',
    direction,
    booked: true,
    bookedOn: '2026-12-07',
    batch: null,
    entryId: randomUUID(),
    items: [],
  };
  const content = writeNotification(head, of, [entry]);
  const { client } = trip.operator;
  const name = `${randomUUID()}.xml`;
  const file = (await uploadFile(client, { from: 'settlement-bank', name, content })).json;
  const checker = await trip.testServer.operator();
  await decideAbout(checker, name, { decision: 'APPROVE' });
  const exceptions = '/api/v1/operator/exceptions';
  const found = await until(async () => {
    const { content: all } = (await client.call(`${exceptions}?size=100`)).json;
    return all.find((one: { file: { id: string } }) => one.file.id === file.id);
  });
  const match = { reason: 'The bank has said so by phone', reference };
  const asked = await client.call(`${exceptions}/${found.id}/match`, {
    method: 'POST',
    body: match,
  });
  await meanwhile();
  return asked.status === 202 ? decideAbout(checker, reference, { decision: 'APPROVE' }) : asked;
}

interface Listed {
  id: string;
  dueDay: string;
  noticeAt: string | null;
}

/** A mandate of 60,000 each week with a limit for the week. */
export async function openWeeklyDebits(
  trip: Unanswered,
  { weekday, ...change }: { weekday: number } & Record<string, unknown>,
) {
  const shop = await openShop(trip.testServer);
  const mandateId = await activeMandate(trip.testServer, trip.officer, shop.payer, {
    amount: 60_000,
    schedule: { kind: 'WEEKLY', weekday },
    period: 'WEEK',
    ...change,
  });
  const path = shop.mandates.replace('mandates', 'transactions');
  let { client } = shop;
  const call = async (at: string, body?: object) => {
    const options = body && { method: 'POST', body };
    const answer = await client.call(at, options);
    if (answer.status !== 401) return answer;
    // A session ends while the clock moves on.
    client = await trip.testServer.signIn('MERCHANT', shop.email);
    return client.call(at, options);
  };
  const list = async (state: string): Promise<Listed[]> =>
    (await call(`${path}?state=${state}&sort=collectionDay`)).json.content;
  const { ctx } = trip.testServer;
  /** Waits for the next scheduled debit that is sent. */
  const sendNext = async () => {
    let [sent] = await list('PROCESSING');
    for (let n = 0; n < 30 && !sent; n += 1) {
      const waits = (await list('PENDING')).length > 0;
      // A notice that is taken after the clock has moved would move the day.
      await until(async () => (await list('PENDING')).every(({ noticeAt }) => noticeAt));
      await moveClock(trip.operator, waits ? 'NEXT_SESSION' : 'TOMORROW');
      [sent] = await list('PROCESSING');
    }
    assert.ok(sent, 'Nothing was sent');
    const { attempts, dueDay } = (await call(`${path}/${sent.id}`)).json;
    const { number: attempt, instructionId } = attempts[0];
    const { organizationId } = shop;
    const key = { organizationId, debitId: sent.id, attempt, instructionId };
    const at = await businessNow(trip.operator);
    return { id: sent.id, dueDay: String(dueDay), at, key };
  };
  /** Has the bank of the next scheduled debit refuse it for lack of funds. */
  const failNext = async () => {
    const { key, ...sent } = await sendNext();
    const answer = { ...key, status: 'REJECTED', code: 'AM04', text: null } as const;
    await ctx.db.asPlatform('test', (tx) => takeStatuses(ctx, tx, [answer], sent.at));
    return sent;
  };
  /** Has the money of the next scheduled debit come, and its bank take it back for lack of funds. */
  const returnNext = async () => {
    const { key, ...sent } = await sendNext();
    const back = { ...key, code: 'AM04', text: null, amount: 60_000 };
    await ctx.db.asPlatform('test', async (tx) => {
      await settleDebits(ctx, tx, [key], { entryId: sent.id, at: sent.at });
      await returnDebits(ctx, tx, [back], sent.at);
    });
    return sent;
  };
  return {
    failNext,
    returnNext,
    list,
    one: async (id: string) => (await call(`${path}/${id}`)).json,
    retry: (id: string) => call(`${path}/${id}/retry`, {}),
    collect: (amount: number, dueDay: string) =>
      call(path, { mandateId, reference: 'INV-1', amount, dueDay }),
    usage: async () => (await call(`${shop.mandates}/${mandateId}/usage`)).json,
  };
}

/**
 * A mandate for each Tuesday that is active within eight days, before the first of two Tuesdays of a month. Its limit
 * for the month is 400,000.
 */
export async function openTuesdays(trip: Unanswered) {
  const today = isoDay(await businessNow(trip.operator));
  let first = `${addDays(daysOfMonth(today.slice(0, 7)).to, 1).slice(0, 7)}-15`;
  while (weekdayOf(first) !== 2) first = addDays(first, 1);
  // So that its first debit is made on the first day, in time for the notice.
  const start = addDays(first, -6);
  const limits = { maxPerDebit: 400_000, maxPerPeriod: 400_000, period: 'MONTH' };
  const terms = { weekday: 2, start, retries: 2, noticeDays: 4, ...limits };
  const weekly = await openWeeklyDebits(trip, terms);
  while (isoDay(await businessNow(trip.operator)) < addDays(start, -8))
    await moveClock(trip.operator, 'WEEK');
  return weekly;
}
