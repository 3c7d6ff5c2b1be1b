import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { sql } from 'kysely';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { activeMandate, decideMandate, openShop, until } from '#testing/test-mandate.ts';
import { takeStatuses } from './outcomes/debits-answers.ts';
import { settleDebits } from './outcomes/debits-money.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

/** A mandate with one retry, and a number of its debits that are at the bank. */
async function sentDebits(count: number) {
  const { testServer, officer, operator } = trip;
  const shop = await openShop(testServer);
  const { client, mandates, organizationId } = shop;
  const terms = { amount: 20_000, retries: 1 };
  const mandateId = await activeMandate(testServer, officer, shop.payer, terms);
  const path = mandates.replace('mandates', 'transactions');
  const collect = async (reference: string, more: object = {}) => {
    const body = { mandateId, reference, amount: 20_000, ...more };
    const { status, json, text } = await client.call(path, { method: 'POST', body });
    assert.equal(status, 201, text);
    return String(json.id);
  };
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await collect(`INV-${n}`));
  const read = async (id: string) => (await client.call(`${path}/${id}`)).json;
  const last = ids.at(-1) ?? '';
  for (let n = 0; n < 12 && (await read(last)).state !== 'PROCESSING'; n += 1)
    await moveClock(operator, 'NEXT_SESSION');
  const asPlatform: typeof testServer.ctx.db.asPlatform = (why, work) =>
    testServer.ctx.db.asPlatform(why, work);
  const keyOf = async (n: number) => {
    const { id, attempts } = await read(ids[n] ?? '');
    const [{ number: attempt, instructionId }] = attempts;
    return { organizationId, debitId: id, attempt, instructionId };
  };
  return {
    ...shop,
    collect,
    read,
    ids,
    /** The bank refuses debits in one file. */
    sayAll: async (indexes: readonly number[], code: string) => {
      const keys = await Promise.all(indexes.map(keyOf));
      const at = await businessNow(operator);
      const items = keys.map((key) => ({ ...key, status: 'REJECTED' as const, code, text: null }));
      await asPlatform('test', (tx) => takeStatuses(testServer.ctx, tx, items, at));
    },
    /** The bank answers now about the debit with this index. */
    say: async (n: number, code: string | null) => {
      const key = await keyOf(n);
      const status = code === null ? ('ACCEPTED' as const) : ('REJECTED' as const);
      const at = await businessNow(operator);
      const item = { ...key, status, code, text: null };
      await asPlatform('test', (tx) => takeStatuses(testServer.ctx, tx, [item], at));
    },
    settle: async (n: number) => {
      const key = await keyOf(n);
      const at = await businessNow(operator);
      await asPlatform('test', (tx) =>
        settleDebits(testServer.ctx, tx, [key], { entryId: 'E1', at }),
      );
    },
    mandate: async () => (await client.call(`${mandates}/${mandateId}`)).json,
    resume: async () => {
      const where = `${mandates}/${mandateId}/resume`;
      const { status, text } = await client.call(where, { method: 'POST', body: {} });
      assert.equal(status, 200, text);
    },
    newestEvent: async () => (await client.call(`${mandates}/${mandateId}/events`)).json.content[0],
  };
}

test('debits of a mandate and of the one that replaces it, which are refused in one file, pause the new one', async () => {
  const debits = await sentDebits(1);
  const { client, mandates, payer } = debits;
  const first = await debits.mandate();
  const terms = { ...(await payer.terms()), customerId: undefined, amount: 20_000, retries: 0 };
  const replaced = await client.call(`${mandates}/${first.id}/replace`, {
    method: 'POST',
    body: terms,
  });
  assert.equal(replaced.status, 201, replaced.text);
  const { id: mandateId, reference } = replaced.json;
  await decideMandate(trip.officer, reference, { decision: 'APPROVE' });
  const stateOf = async (id: string) => (await client.call(`${mandates}/${id}`)).json.state;
  assert.deepEqual([await stateOf(first.id), await stateOf(mandateId)], ['COMPLETED', 'ACTIVE']);
  debits.ids.push(await debits.collect('NEXT', { mandateId }));
  for (let n = 0; n < 12 && (await debits.read(debits.ids[1] ?? '')).attempts.length === 0; n += 1)
    await moveClock(trip.operator, 'NEXT_SESSION');
  await debits.sayAll([0, 1], 'MS02');
  assert.deepEqual([await stateOf(first.id), await stateOf(mandateId)], ['COMPLETED', 'PAUSED']);
  const { reason } = (await client.call(`${mandates}/${mandateId}`)).json;
  assert.match(reason, /^The payer has refused 2 debits in a row/);
});

test('a payer who refuses two debits in a row is asked for no more until the business resumes the mandate', async () => {
  const debits = await sentDebits(9);
  const { say, mandate, read, ids } = debits;
  const state = async () => (await mandate()).state;
  await say(0, 'AM04');
  assert.notEqual((await read(ids[0] ?? '')).nextTryDay, null);
  await say(1, 'MS02');
  await say(2, null);
  await debits.settle(2);
  await say(3, 'MS02');
  assert.equal(await state(), 'ACTIVE', 'a settled debit between them starts the count again');
  const dueDay = addDays(isoDay(await businessNow(trip.operator)), 9);
  const coming = await debits.collect('LATER', { dueDay });
  await until(async () => (await read(coming)).noticeAt);

  await say(4, 'MS02');
  const { state: paused, reason, reference } = await mandate();
  assert.equal(paused, 'PAUSED');
  const refused = (await read(ids[4] ?? '')).reference;
  assert.equal(reason, `The payer has refused 2 debits in a row, the last one ${refused}`);
  const { to, by } = await debits.newestEvent();
  assert.deepEqual([to, by], ['PAUSED', PRODUCT_NAME]);
  assert.deepEqual((await read(ids[0] ?? '')).nextTryDay, null);
  assert.equal((await read(coming)).state, 'CANCELLED');
  await until(async () => (await read(coming)).noticeWithdrawnAt);
  const [mail] = await trip.testServer.outbox(debits.email);
  assert.equal(mail?.subject, `The mandate ${reference} was paused`);
  assert.match(mail.text, /refused 2 debits in a row[^]*\/dashboard\/mandates\//);

  await debits.resume();
  await say(5, 'MS02');
  assert.equal(await state(), 'ACTIVE', 'refusals before the mandate was resumed do not count');
  await say(6, 'MS02');
  assert.equal(await state(), 'PAUSED');

  await debits.resume();
  const today = isoDay(await businessNow(trip.operator));
  await trip.testServer.ctx.db.asPlatform('test', (tx) =>
    sql`insert into dated_rates (name, starts_on, value)
      values ('REFUSALS_BEFORE_PAUSE', ${today}::date, 0)`.execute(tx),
  );
  await say(7, 'MS02');
  await say(8, 'MS02');
  assert.equal(await state(), 'ACTIVE', 'a rate of 0 switches it off');
});
