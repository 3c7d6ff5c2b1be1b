import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { lockCollectable } from '#features/mandates/collection/mandates-collectable.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { activeMandate, decideMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import type { Wanted } from './limits/debits-limit-rules.ts';
import { insertDebits } from './debits-insertion.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

interface Debit {
  state: string;
  amount: number;
  dueDay: string;
  mandate: { id: string };
}

/** A business with an active mandate. */
async function openMandate(change: object) {
  const shop = await openShop(testServer);
  const id = await activeMandate(testServer, officer, shop.payer, change);
  const call = async (path: string, body?: object) => {
    // Access tokens end while the clock moves.
    const client = await testServer.signIn('MERCHANT', shop.email);
    return (await client.call(path, body && { method: 'POST', body })).json;
  };
  const transactions = shop.mandates.replace('mandates', 'transactions');
  return {
    id,
    debits: async (dueDay?: string): Promise<Debit[]> => {
      const { content } = await call(`${transactions}?size=100`);
      return content.filter((one: Debit) => dueDay === undefined || one.dueDay === dueDay);
    },
    mandate: (mandateId = id) => call(`${shop.mandates}/${mandateId}`),
    /** Replaces the mandate by one that needs no new consent. */
    replace: async (terms: object): Promise<string> => {
      const body = { ...(await shop.terms()), customerId: undefined, ...terms };
      const made = await call(`${shop.mandates}/${id}/replace`, body);
      assert.equal(made.state, 'PENDING_APPROVAL', JSON.stringify(made));
      const decided = await decideMandate(officer, made.reference, { decision: 'APPROVE' });
      assert.equal(decided.status, 200, decided.text);
      assert.equal((await call(`${shop.mandates}/${made.id}`)).state, 'ACTIVE');
      return made.id;
    },
  };
}

/** Makes debits in one call. Returns of each what became of it: MADE, the limit that it exceeds, or the failure reason. */
function make(
  ...debits: (Omit<Wanted, 'mandate' | 'retried'> & { id: string })[]
): Promise<string[]> {
  return testServer.ctx.db.asPlatform('test', async (tx) => {
    const mandates = await lockCollectable(
      tx,
      debits.map(({ id }) => id),
    );
    const wanted = debits.map(({ id, origin, ...debit }) => {
      const mandate = mandates.get(id);
      assert.ok(mandate);
      const dueKey = origin === 'MANUAL' ? `A:${randomUUID()}` : `S:${debit.dueOn}`;
      return {
        ...debit,
        mandate,
        retried: false,
        origin: origin === 'MANUAL' ? 'MANUAL' : 'SCHEDULE',
        dueKey,
      } as const;
    });
    const options = { actor: SYSTEM, at: testServer.clock.now(), onRefusal: 'REFUSE' } as const;
    const results = await insertDebits(testServer.ctx, tx, wanted, options);
    return results.map((one) => ('refused' in one ? (one.limit ?? one.refused) : 'MADE'));
  });
}

/** A debit that a business asks for. */
const MANUAL = { origin: 'MANUAL', dueOn: '2027-03-10', collectOn: '2027-03-10' };

/** A week's day whose debit is made and announced, and not sent yet. */
async function announcedDay() {
  const { today } = await readClock(operator);
  const day = addDays(today, 4);
  return { day, schedule: { kind: 'WEEKLY', weekday: weekdayOf(day) } };
}

/** Passes the runs of two sessions: the first one may have been before the mandate was active. */
async function makeAhead() {
  for (let n = 0; n < 2; n += 1) await moveClock(operator, 'NEXT_SESSION');
}

const notCancelled = (debits: readonly Debit[]) =>
  debits.filter(({ state }) => state !== 'CANCELLED');

test('a debit that is announced goes on by the mandate that takes the place of its own', async () => {
  const { day, schedule } = await announcedDay();
  const shop = await openMandate({ schedule });
  await makeAhead();
  assert.deepEqual(
    (await shop.debits(day)).map(({ state }) => state),
    ['PENDING'],
  );
  const id = await shop.replace({ schedule, maxPerDebit: 250_000 });
  const [debit] = await shop.debits(day);
  assert.deepEqual([debit?.state, debit?.mandate.id], ['PENDING', id]);
  await moveClock(operator, 'WEEK');
  const [sent, ...more] = await shop.debits(day);
  assert.ok(sent && ['PROCESSING', 'CLEARED', 'SETTLED'].includes(sent.state), sent?.state);
  assert.deepEqual(more, []);
  assert.deepEqual((await shop.mandate()).state, 'COMPLETED');
});

test('a debit that the new mandate does not allow is cancelled, and its day is made again with the new amount', async () => {
  const { day, schedule } = await announcedDay();
  const shop = await openMandate({ schedule });
  await makeAhead();
  assert.equal((await shop.debits(day)).length, 1);
  const id = await shop.replace({ schedule, amount: 200_000 });
  await moveClock(operator, 'WEEK');
  const [sent, ...more] = notCancelled(await shop.debits(day));
  assert.deepEqual(more, [], 'once');
  assert.deepEqual([sent?.amount, sent?.mandate.id], [200_000, id]);
});

test('a mandate whose last day is a Saturday ends once the debit of that day was sent', async () => {
  const { today } = await readClock(operator);
  const saturday = addDays(today, ((13 - weekdayOf(today)) % 7) + (weekdayOf(today) > 2 ? 7 : 0));
  const schedule = { kind: 'WEEKLY', weekday: 6 };
  const shop = await openMandate({ schedule, end: saturday });
  for (let n = 0; n < 3; n += 1) await moveClock(operator, 'WEEK');
  const debits = await shop.debits();
  const last = debits.find(({ dueDay }) => dueDay === saturday);
  assert.ok(last, JSON.stringify(debits));
  assert.notEqual(last.state, 'CANCELLED');
  assert.match((await shop.mandate()).state, /^(EXPIRED|COMPLETED)$/);
});

test('what a schedule makes due counts to the month of its nominal day, also beside a limit per month', async () => {
  const terms = {
    schedule: { kind: 'MONTHLY', day: 'LAST' },
    maxPerPeriod: 250_000,
    period: 'MONTH',
  };
  const { id } = await openMandate(terms);
  const due = (dueOn: string, collectOn: string, origin: 'SCHEDULE' | 'MANUAL') => ({
    id,
    origin,
    dueOn,
    collectOn,
    amount: 250_000,
  });
  const made = await make(
    // A Sunday: it is collected in March.
    due('2027-02-28', '2027-03-01', 'SCHEDULE'),
    due('2027-03-31', '2027-03-31', 'SCHEDULE'),
    due('2027-03-10', '2027-03-10', 'MANUAL'),
  );
  assert.deepEqual(made, ['MADE', 'MADE', 'PERIOD']);
});

test('a debit is checked against the limits of its own mandate, also beside one of a mandate that it replaced', async () => {
  const shop = await openMandate({});
  const next = await shop.replace({ maxPerDebit: 250_000, maxTotal: 300_000 });
  const [own, old] = [
    { ...MANUAL, id: next },
    { ...MANUAL, id: shop.id },
  ];
  assert.deepEqual(await make({ ...own, amount: 200_000 }), ['MADE']);
  const made = await make({ ...own, amount: 150_000 }, { ...old, amount: 50_000 });
  assert.deepEqual(made, ['TOTAL', 'MANDATE_NOT_ACTIVE']);
});

test('a debit that is refused for another reason uses up no limit', async () => {
  const { id } = await openMandate({ maxCount: 1 });
  const [small, fitting] = [500, 50_000].map((amount) => ({ ...MANUAL, id, amount }));
  assert.ok(small && fitting);
  assert.deepEqual(await make(small, fitting), ['BELOW_CHARGE', 'MADE']);
});

test('a replacement that begins later leaves the old mandate and its debits until its first day', async () => {
  const merchant = await openShop(testServer);
  const first = addDays((await readClock(operator)).today, 10);
  const schedule = { kind: 'WEEKLY', weekday: new Date(first).getUTCDay() || 7 };
  const old = await activeMandate(testServer, officer, merchant.payer, { schedule });
  const transactions = merchant.mandates.replace('mandates', 'transactions');
  const made = await merchant.client.call(transactions, {
    method: 'POST',
    body: { mandateId: old, reference: 'LATER-1', amount: 50_000 },
  });
  assert.equal(made.status, 201, made.text);
  const terms = { ...(await merchant.payer.terms()), schedule, customerId: undefined };
  const { json } = await merchant.client.call(`${merchant.mandates}/${old}/replace`, {
    method: 'POST',
    body: { ...terms, amount: 200_000, start: first },
  });
  assert.equal((await decideMandate(officer, json.reference, { decision: 'APPROVE' })).status, 200);
  const look = async (path: string) => {
    const client = await testServer.signIn('MERCHANT', merchant.email);
    return (await client.call(path)).json;
  };
  const state = async (id: string) => (await look(`${merchant.mandates}/${id}`)).state;
  assert.deepEqual([await state(old), await state(json.id)], ['ACTIVE', 'REGISTERED']);
  assert.equal((await look(`${transactions}/${made.json.id}`)).state, 'PENDING');
  for (let weeks = 0; weeks < 2; weeks += 1) await moveClock(operator, 'WEEK');
  assert.deepEqual([await state(old), await state(json.id)], ['COMPLETED', 'ACTIVE']);
  const { content } = await look(transactions);
  const due = content.filter(({ dueDay }: { dueDay: string }) => dueDay === first);
  assert.deepEqual(
    due.map(({ amount }: { amount: number }) => amount),
    [200_000],
  );
});
