import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { sql } from 'kysely';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { announceDay, businessDays } from '#testing/setup/test-holidays.ts';
import { activeMandate, openBank, openShop, until } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { markRun } from './debits-sessions.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

/** A debit of a day to come whose payer was told, by a mandate on demand; what is known of both. */
async function notifiedDebit(at: (days: string[]) => { dueDay: string; change?: object }) {
  // Access tokens end while the clock moves.
  operator = await testServer.operator();
  officer = { ...officer, client: await testServer.signIn('BANK', officer.email) };
  const shop = await openShop(testServer);
  const { dueDay, change } = at(await businessDays(operator, 4));
  const schedule = { kind: 'ON_DEMAND' };
  const mandateId = await activeMandate(testServer, officer, shop.payer, { schedule, ...change });
  const path = shop.mandates.replace('mandates', 'transactions');
  const body = { mandateId, reference: 'INV-1', amount: 100_000, dueDay };
  const made = await shop.client.call(path, { method: 'POST', body });
  assert.equal(made.status, 201, made.text);
  const read = async (address: string) => {
    const client = await testServer.signIn('MERCHANT', shop.email);
    return (await client.call(address)).json;
  };
  const debit = () => read(`${path}/${made.json.id}`);
  await until(async () => (await debit()).noticeAt !== null);
  return {
    id: String(made.json.id),
    debit,
    phoneNumber: shop.phoneNumber,
    mandate: () => read(`${shop.mandates}/${mandateId}`),
  };
}

/** Moves from cut-off to cut-off until the debit is in a file; the days of the cut-offs on the way. */
async function moveUntilSubmitted(debit: () => Promise<{ state: string }>): Promise<string[]> {
  const days: string[] = [];
  while ((await debit()).state === 'PENDING' && days.length < 30) {
    operator = await testServer.operator();
    await moveClock(operator, 'NEXT_SESSION');
    days.push(isoDay(await businessNow(operator)));
  }
  return days;
}

test('a debit that was made and told goes out on the business day after a holiday that is announced then', async () => {
  const days: string[] = [];
  const { debit, phoneNumber } = await notifiedDebit((business) => {
    days.push(...business);
    return { dueDay: business[0] ?? '' };
  });
  const [holiday = '', next = ''] = days;
  assert.equal((await debit()).collectionDay, holiday);
  const announced = await announceDay(operator.client, holiday);
  assert.equal(announced.status, 201, announced.text);
  await until(async () => (await debit()).collectionDay === next);
  await until(async () => {
    const [newest] = await testServer.outbox(phoneNumber);
    const moved = `Banks are closed on ${sayDay(holiday)}: `;
    return newest?.text.startsWith(moved) && newest.text.includes(` on ${sayDay(next)} instead.`);
  });
  const passed = await moveUntilSubmitted(debit);
  assert.ok(!passed.includes(holiday), 'there was a cut-off on the holiday');
  assert.equal(passed.at(-1), next);
  const { state, collectionDay, dueDay, attempts } = await debit();
  assert.deepEqual([state, collectionDay, dueDay], ['PROCESSING', next, holiday]);
  assert.equal(attempts.length, 1);
  assert.equal(isoDay(new Date(attempts[0].at)), next);
});

test('the first notice of a debit stays as evidence beside a second one, for business, operator and bank alone', async () => {
  const days: string[] = [];
  const { id, debit } = await notifiedDebit((business) => {
    days.push(...business);
    return { dueDay: business[0] ?? '' };
  });
  const [holiday = '', next = ''] = days;
  const [first] = (await debit()).notices;
  assert.deepEqual(
    { ...first, writtenAt: first.sentAt },
    {
      kind: 'ANNOUNCED',
      channel: 'sms',
      amount: 100_000,
      day: holiday,
      writtenAt: first.sentAt,
      state: 'SENT',
      sentAt: (await debit()).noticeAt,
    },
  );
  await announceDay(operator.client, holiday);
  const { notices } = await until(async () => {
    const one = await debit();
    return one.notices.length === 2 && one;
  });
  assert.deepEqual([notices[0].kind, notices[0].day, notices[1]], ['MOVED', next, first]);
  for (const { client } of [operator, officer])
    assert.deepEqual((await client.call(`/api/v1/transactions/${id}`)).json.notices, notices);
  const stranger = await openShop(testServer);
  const { ctx } = testServer;
  const seen = await ctx.db.asTenant(stranger.organizationId, (tx) =>
    tx.selectFrom('debit_notices').select('message_id').execute(),
  );
  assert.deepEqual(seen, []);
});

test('nothing is debited at a cut-off that was written down before its day was announced as a holiday', async () => {
  const days: string[] = [];
  const { debit } = await notifiedDebit((business) => {
    days.push(...business);
    return { dueDay: business[0] ?? '' };
  });
  const [holiday = '', next = ''] = days;
  const session = { cutOff: kampalaInstant(holiday, '09:00'), day: holiday } as const;
  await testServer.ctx.db.asPlatform('test', (tx) =>
    markRun(tx, { ...session, session: 'MORNING' }, { created: 0, at: session.cutOff }),
  );
  await announceDay(operator.client, holiday);
  await moveUntilSubmitted(debit);
  const { attempts } = await debit();
  assert.equal(isoDay(new Date(attempts[0].at)), next);
  const submitted = await operator.client.call('/api/v1/operator/clearing-sessions?size=100');
  const cutOffs = submitted.json.content.map((one: { cutOff: string }) => new Date(one.cutOff));
  assert.ok(cutOffs.length > 0);
  assert.ok(cutOffs.every((cutOff: Date) => isoDay(cutOff) !== holiday));
});

test('what is due on the last day of a mandate is debited after the holiday, and the mandate ends then', async () => {
  const days: string[] = [];
  const { debit, mandate } = await notifiedDebit((business) => {
    days.push(...business);
    const dueDay = business[0] ?? '';
    return { dueDay, change: { end: dueDay } };
  });
  const [holiday = '', next = ''] = days;
  await announceDay(operator.client, holiday);
  await moveUntilSubmitted(debit);
  const { state, collectionDay } = await debit();
  assert.deepEqual([state, collectionDay], ['PROCESSING', next]);
  assert.equal((await mandate()).state, 'ACTIVE');
  operator = await testServer.operator();
  await moveClock(operator, 'TOMORROW');
  const { state: ended, reason } = await mandate();
  assert.deepEqual([ended, reason], ['EXPIRED', 'Its last day is over']);
});

test('a payer whose notice the gateway has not taken yet is told of the holiday too', async () => {
  const days: string[] = [];
  const { id, debit, phoneNumber } = await notifiedDebit((business) => {
    days.push(...business);
    return { dueDay: business[0] ?? '' };
  });
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    await sql`update messages set state = 'QUEUED', sent_at = null, due_at = due_at + interval '9 years'
      from debits where debits.id = ${id} and messages.id = notice_id`.execute(tx);
    await sql`update debit_notices set state = 'QUEUED', sent_at = null where debit_id = ${id}`.execute(
      tx,
    );
    await sql`update debits set notified_at = null where id = ${id}`.execute(tx);
  });
  const [holiday = '', next = ''] = days;
  await announceDay(operator.client, holiday);
  await until(async () => {
    const [newest] = await testServer.outbox(phoneNumber);
    const moved = `Banks are closed on ${sayDay(holiday)}: `;
    return newest?.text.startsWith(moved) && newest.text.includes(` on ${sayDay(next)} instead.`);
  });
  assert.deepEqual(
    (await debit()).notices.map(({ kind, state }: Record<string, unknown>) => [kind, state]),
    [
      ['MOVED', 'SENT'],
      ['ANNOUNCED', 'QUEUED'],
    ],
  );
});
