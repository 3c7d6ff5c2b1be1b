import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { sql } from 'kysely';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { activeMandate, decideMandate, openBank, openShop, until } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(() => testServer.close());

const onPlatform = <T = unknown>(statement: ReturnType<typeof sql<T>>) =>
  testServer.ctx.db.asPlatform('test', (tx) => statement.execute(tx));

async function switchBusiness(merchantId: string, verb: 'suspend' | 'reinstate') {
  const path = `/api/v1/operator/merchants/${merchantId}/${verb}`;
  const body = { reason: 'Fraud is suspected' };
  const { status, text } = await operator.client.call(path, { method: 'PATCH', body });
  assert.equal(status, 200, text);
}

/** A debit that is due in some days and whose payer was told of it; `others` are debits made before it. */
async function notifiedDebit(others: readonly number[] = []) {
  const shop = await openShop(testServer);
  const { client, merchantId, mandates, phoneNumber } = shop;
  const mandateId = await activeMandate(testServer, officer, shop.payer);
  const path = mandates.replace('mandates', 'transactions');
  const dueDay = addDays(isoDay(await businessNow(operator)), 9);
  const collect = async (amount: number) => {
    const body = { mandateId, reference: `INV-${amount}`, amount, dueDay };
    const answer = await client.call(path, { method: 'POST', body });
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  for (const amount of others) await collect(amount);
  const made = await collect(100_000);
  const { id } = made.json;
  const one = async () => (await client.call(`${path}/${id}`)).json;
  await until(async () => (await one()).noticeAt);
  const { customerId } = await shop.payer.terms();
  const asked = async (where: string, method: string, more: object) => {
    const answer = await client.call(where, { method, body: more });
    assert.ok(answer.status < 300, answer.text);
    return answer.json;
  };
  return {
    ...shop,
    mandateId,
    id: String(id),
    reference: String(made.json.reference),
    day: String(made.json.collectionDay),
    one,
    /** What the payer was told of this debit, the newest first: announced or not, and the day. */
    told: async () => {
      const texts = (await testServer.outbox(phoneNumber)).map(({ text }) => text);
      return texts
        .filter((text) => text.includes(' collect USh 100,000 '))
        .map((text) => /will (?:not )?collect .* on (\d+ \w+ \d+)/.exec(text)?.[0])
        .map((text) => `${text?.startsWith('will not') ? 'NOT ' : ''}${text?.split(' on ')[1]}`);
    },
    ofMandate: (verb: string) =>
      asked(`${mandates}/${mandateId}/${verb}`, 'POST', { reason: 'A reason' }),
    replace: async (limits: object) => {
      const terms = { ...(await shop.payer.terms()), customerId: undefined, ...limits };
      return asked(`${mandates}/${mandateId}/replace`, 'POST', terms);
    },
    cancel: () => asked(`${path}/${id}/cancel`, 'POST', { reason: 'A reason' }),
    customer: (status: 'DISABLED' | 'ACTIVE') =>
      asked(
        `/api/v1/merchants/${merchantId}/customers/${customerId}/${status === 'ACTIVE' ? 'enable' : 'disable'}`,
        'PATCH',
        { status, reason: 'A reason' },
      ),
    business: (verb: 'suspend' | 'reinstate') => switchBusiness(merchantId, verb),
  };
}
type Debit = Awaited<ReturnType<typeof notifiedDebit>>;

const withdrawn = ({ one }: Debit) => until(async () => (await one()).noticeWithdrawnAt);

/** Ways in which a debit that was announced stops being possible, and what it is afterwards. */
const ENDS: Record<
  string,
  { others?: number[]; act: (debit: Debit) => Promise<unknown>; is: (string | null)[] }
> = {
  'the business is suspended': {
    act: ({ business }) => business('suspend'),
    is: ['PENDING', 'MERCHANT_NOT_ACTIVE'],
  },
  'the customer is disabled': {
    act: ({ customer }) => customer('DISABLED'),
    is: ['PENDING', 'CUSTOMER_DISABLED'],
  },
  'the mandate is paused': { act: ({ ofMandate }) => ofMandate('pause'), is: ['CANCELLED', null] },
  'the mandate is cancelled': {
    act: ({ ofMandate }) => ofMandate('cancel'),
    is: ['CANCELLED', null],
  },
  'the bank suspends the mandate': {
    act: async ({ mandateId }) => {
      const body = { reason: 'Account is blocked' };
      const path = `/api/v1/mandates/${mandateId}/suspend`;
      const { status, text } = await officer.client.call(path, { method: 'POST', body });
      assert.equal(status, 200, text);
    },
    is: ['CANCELLED', null],
  },
  'the debit is cancelled': { act: ({ cancel }) => cancel(), is: ['CANCELLED', null] },
  'the mandate is replaced by one that allows less in all': {
    others: [200_000],
    act: async ({ replace }) => {
      const { reference } = await replace({ maxTotal: 250_000 });
      await decideMandate(officer, reference, { decision: 'APPROVE' });
    },
    is: ['PENDING', 'ABOVE_LIMIT'],
  },
};

test('a payer who was told of a debit is told once that it is not made, whatever prevents it', async () => {
  const debits: { name: string; debit: Debit; is: (string | null)[] }[] = [];
  for (const [name, { others, act, is }] of Object.entries(ENDS)) {
    const debit = await notifiedDebit(others);
    await act(debit);
    debits.push({ name, debit, is });
  }
  for (const { name, debit, is } of debits) {
    await until(async () => (await debit.told()).length > 1).catch(() => assert.fail(name));
    const day = sayDay(debit.day);
    assert.deepEqual(await debit.told(), [`NOT ${day}`, day], name);
    const { state, obstacle, noticeWithdrawnAt } = await debit.one();
    assert.deepEqual([state, obstacle], is, name);
    assert.notEqual(noticeWithdrawnAt, null);
  }
  // Suspended, then paused: the payer has been told that it is not made.
  const [both] = debits;
  assert.ok(both);
  await both.debit.business('reinstate');
  await until(async () => (await both.debit.told()).length > 2);
  await both.debit.customer('DISABLED');
  await until(async () => (await both.debit.told()).length > 3);
  await both.debit.ofMandate('pause');
  await moveClock(operator, 'TOMORROW');
  const day = sayDay(both.debit.day);
  assert.deepEqual(await both.debit.told(), [`NOT ${day}`, day, `NOT ${day}`, day]);
});

test('a debit that can be made again in time is announced again and made; late, it is made later', async () => {
  const [early, late, never] = await Promise.all([
    notifiedDebit(),
    notifiedDebit(),
    notifiedDebit(),
  ]);
  for (const debit of [early, late, never]) await debit.customer('DISABLED');
  for (const debit of [early, late, never]) await withdrawn(debit);
  await early.customer('ACTIVE');
  await until(async () => (await early.one()).noticeAt);
  while (isoDay(await businessNow(operator)) < addDays(late.day, -1))
    await moveClock(operator, 'TOMORROW');
  await late.customer('ACTIVE');
  await until(async () => (await late.one()).noticeAt);
  const { collectionDay, obstacle, noticeWithdrawnAt } = await late.one();
  assert.ok(collectionDay > late.day, 'there is no time left for the days of notice');
  assert.deepEqual([obstacle, noticeWithdrawnAt], [null, null]);
  while (isoDay(await businessNow(operator)) <= collectionDay)
    await moveClock(operator, 'TOMORROW');
  const [first, second] = [await early.one(), await late.one()];
  const sentOn = (debit: { attempts: { at: string }[] }) =>
    debit.attempts.map(({ at }) => isoDay(new Date(at)));
  assert.deepEqual([sentOn(first), sentOn(second)], [[early.day], [collectionDay]]);
  const { state, failureReason, attempts } = await never.one();
  assert.deepEqual([state, failureReason, attempts], ['REJECTED', 'CUSTOMER_DISABLED', []]);
  assert.equal((await never.told()).length, 2);
});

test('a notice that is still in the queue when its debit can not be made any more is kept back, or withdrawn once it has arrived', async () => {
  const queued = await notifiedDebit();
  const sending = await notifiedDebit();
  const requeue = ({ id }: Debit, attempts: number) =>
    onPlatform(sql`with untold as (update debits set notified_at = null where id = ${id}
        returning notice_id)
      , unsent as (update debit_notices set state = 'QUEUED', sent_at = null where debit_id = ${id})
      update messages set state = 'QUEUED', sent_at = null, attempts = ${attempts},
        due_at = due_at + interval '9 years'
      from untold where messages.id = untold.notice_id`);
  await requeue(queued, 0);
  await requeue(sending, 1);
  await queued.business('suspend');
  await sending.business('suspend');
  const messagesOf = async ({ id }: Debit) =>
    (
      await onPlatform(sql<{ expires: boolean }>`
        select messages.expires_at is not null as expires from messages
        join debits on notice_id = messages.id where debits.id = ${id}`)
    ).rows;
  for (const debit of [queued, sending])
    await until(async () => (await messagesOf(debit))[0]?.expires);
  // What the sender of messages does: it drops an expired one; one that was on its way arrives.
  const end = ({ id }: Debit, state: 'FAILED' | 'SENT') =>
    onPlatform(sql`update messages set state = ${state} from debits
      where notice_id = messages.id and debits.id = ${id}`);
  await end(queued, 'FAILED');
  await end(sending, 'SENT');
  await withdrawn(sending);
  assert.equal((await sending.told())[0], `NOT ${sayDay(sending.day)}`);
  await until(async () => (await messagesOf(queued)).length === 0);
  assert.deepEqual((await queued.one()).noticeWithdrawnAt, null);
  await queued.business('reinstate');
  await until(async () => (await queued.one()).noticeAt);
  assert.ok((await queued.told()).every((text) => !text.startsWith('NOT')));
});

test('nobody is told of a debit of a suspended business', async () => {
  const shop = await openShop(testServer);
  const day = addDays(isoDay(await businessNow(operator)), 5);
  const schedule = { kind: 'WEEKLY', weekday: weekdayOf(day) };
  await activeMandate(testServer, officer, shop.payer, { schedule });
  await switchBusiness(shop.merchantId, 'suspend');
  while (isoDay(await businessNow(operator)) <= addDays(day, 3))
    await moveClock(operator, 'TOMORROW');
  const texts = (await testServer.outbox(shop.phoneNumber)).map(({ text }) => text);
  assert.deepEqual(
    texts.filter((text) => / will (not )?collect USh/.test(text)),
    [],
  );
  const client = await testServer.signIn('MERCHANT', shop.email);
  const path = shop.mandates.replace('mandates', 'transactions');
  const { content } = (await client.call(`${path}?sort=collectionDay`)).json;
  const { state, failureReason, noticeAt } = content[0];
  assert.deepEqual([state, failureReason, noticeAt], ['REJECTED', 'MERCHANT_NOT_ACTIVE', null]);
});
