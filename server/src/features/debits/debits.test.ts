import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { sql } from 'kysely';
import { addDays, isoDay, showDay } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

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

async function shop(change: object = {}) {
  const merchant = await openShop(testServer);
  const mandateId = await activeMandate(testServer, officer, merchant.payer, change);
  const path = merchant.mandates.replace('mandates', 'transactions');
  const list = async (query = '') => (await merchant.client.call(`${path}${query}`)).json;
  const post = (to: string, body: object) =>
    merchant.client.call(`${path}${to}`, { method: 'POST', body });
  const collect = (body: object) => post('', { mandateId, ...body });
  return { ...merchant, mandateId, path, list, post, collect };
}

interface ErrorAnswer {
  json: { fields?: { field: string; message: string; code?: string }[] };
}

const errorOf = ({ json }: ErrorAnswer) =>
  json.fields?.map(({ field, message }) => `${field}: ${message}`) ?? [];
const codesOf = ({ json }: ErrorAnswer) => json.fields?.map(({ code }) => code) ?? [];

test('payer not told before a debit: what a schedule makes due is collected after the payer was told', async () => {
  const noticeDays = 5;
  const merchant = await shop({ schedule: { kind: 'WEEKLY', weekday: 5 }, noticeDays });
  for (let n = 0; n < 2; n += 1) await moveClock(operator, 'WEEK');
  const { content } = await merchant.list('?sort=collectionDay&size=100');
  const [first] = content;
  const told = content.filter(({ noticeAt }: Debit) => noticeAt !== null);
  assert.ok(told.includes(first));
  const texts = (await testServer.outbox(merchant.phoneNumber)).map(({ text }) => text);
  for (const { noticeAt, collectionDay } of told) {
    const noticed = addDays(isoDay(new Date(noticeAt)), noticeDays);
    assert.ok(collectionDay >= noticed, `told at ${noticeAt} of ${collectionDay}`);
    const [text = '', ...others] = texts.filter((one) =>
      one.includes(` on ${sayDay(collectionDay)}.`),
    );
    assert.ok(text.includes(`will collect USh 250,000 from account ending in 5566`), text);
    const sameDay = told.filter((one: Debit) => one.collectionDay === collectionDay);
    assert.equal(others.length, sameDay.length - 1);
  }
  assert.equal(first.origin, 'SCHEDULE');
  assert.equal(first.amount, first.transactionCharge + first.exciseDuty + first.net);
  // What was due early in the week is on its way already.
  assert.match(first.state, /^(PENDING|PROCESSING|CLEARED|SETTLED)$/);
  assert.equal(first.transactionStatus, first.state);
});

test('what is asked for manually is refused at its field, and a reference is used once', async () => {
  const merchant = await shop();
  const made = await merchant.collect({ reference: 'INV-1', amount: 100_000 });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.json.state, made.json.transactionCharge, made.json.exciseDuty, made.json.net],
    ['PENDING', 1000, 150, 98_850],
  );
  assert.equal(made.json.origin, 'MANUAL');
  assert.deepEqual(errorOf(await merchant.collect({ reference: 'INV-1', amount: 100_000 })), [
    'reference: This reference was used for the mandate before: nothing was collected again',
  ]);
  const { today } = await readClock(operator);
  const yesterday = addDays(today, -1);
  const wrong: [object, RegExp, string?][] = [
    [{ amount: 250_001 }, /^amount: The mandate allows USh 250,000 per debit$/, 'ABOVE_LIMIT'],
    [{ amount: 300 }, /^amount: The charge and its duty/, 'BELOW_CHARGE'],
    [{ dueDay: yesterday }, /^dueDay: The payer is told 2 days before: the earliest/, 'TOO_EARLY'],
    [{ dueDay: addDays(today, 367) }, /^dueDay: That is more than a year ahead$/, 'TOO_FAR'],
    [{ currency: 'USD' }, /^currency: Money is collected in Ugandan/, 'CURRENCY_UNKNOWN'],
    [{ dueDay: `${today.slice(0, 4)}-02-30` }, /^dueDay: Write it like 2026-03-04\.$/],
    [{ reference: '' }, /^reference: /],
    [{ dueDate: today }, /^dueDate: This name is not known\.$/],
  ];
  for (const [body, expected, code] of wrong) {
    const refused = await merchant.collect({ reference: 'INV-2', ...body });
    assert.match(errorOf(refused).join('\n'), expected);
    assert.deepEqual(codesOf(refused), [code]);
  }
  assert.equal((await merchant.list()).totalElements, 1);
  assert.deepEqual(errorOf({ json: await merchant.list('?status=PENDING') }), [
    'status: This name is not known.',
  ]);
});

test('nothing is collected before a mandate begins, after its last day, or once it has ended', async () => {
  const { today } = await readClock(operator);
  const [start, end] = [addDays(today, 20), addDays(today, 60)];
  const merchant = await shop({ end });
  const refusal = async (dueDay?: string) =>
    errorOf(await merchant.collect({ reference: 'INV-1', amount: 5000, dueDay }));
  assert.deepEqual(await refusal(addDays(end, 1)), [`dueDay: The mandate ends on ${showDay(end)}`]);
  const update = (set: string) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      sql`update mandates set ${sql.raw(set)} where id = ${merchant.mandateId}`.execute(tx),
    );
  await update(`starts_on = '${start}'`);
  assert.deepEqual(await refusal(addDays(start, -1)), [
    `dueDay: The mandate begins on ${showDay(start)}`,
  ]);
  await update(`starts_on = '${today}'`);
  for (const state of ['EXPIRED', 'COMPLETED', 'PAUSED']) {
    await update(`state = '${state}'`);
    assert.match((await refusal()).join('\n'), /^mandateId: The mandate is not active/, state);
  }
  await update(`state = 'ACTIVE'`);
});

test('one reference twice in a call collects once, and fifty calls with one idempotency key as well', async () => {
  const merchant = await shop();
  const item = { mandateId: merchant.mandateId, reference: 'SAME', amount: 5000 };
  const { json } = await merchant.post('/bulk', { items: [item, { ...item, amount: 6000 }] });
  const [first, second] = json.items;
  assert.equal(first.transaction.amount, 5000);
  assert.deepEqual(
    [second.transaction, second.errors[0].field, second.errors[0].code],
    [null, 'reference', 'TAKEN'],
  );
  const body = { ...item, reference: 'KEPT' };
  const headers = { 'idempotency-key': 'collect-once' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      merchant.client.call(merchant.path, { method: 'POST', body, headers }),
    ),
  );
  // A call during the first one gets 409; the others get the answer of the first one.
  const made = answers.filter(({ status }) => status === 201);
  assert.ok(answers.every(({ status }) => status === 201 || status === 409));
  assert.equal(new Set(made.map((answer) => answer.json.id)).size, 1);
  assert.equal((await merchant.list()).totalElements, 2);
});

test('the same item debited twice from the list screen: fifty identical requests at once make one debit', async () => {
  const merchant = await shop();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => merchant.collect({ reference: 'ONCE', amount: 5000 })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal((await merchant.list('?search=ONCE')).totalElements, 1);
});

test('limits bind beside one another, whatever comes at once', async () => {
  const merchant = await shop({ maxPerPeriod: 500_000, period: 'MONTH', maxCount: 12 });
  // In the middle of a month, that all are collected in the same one.
  const dueDay = `${addDays((await readClock(operator)).today, 62).slice(0, 7)}-10`;
  const items = Array.from({ length: 10 }, (_, n) => ({
    mandateId: merchant.mandateId,
    reference: `L-${n}`,
    amount: 100_000,
    dueDay,
  }));
  const [one, other] = await Promise.all([
    merchant.post('/bulk', { items }),
    merchant.post('/bulk', {
      items: items.map((item) => ({ ...item, reference: `M${item.reference}` })),
    }),
  ]);
  const made = [...(one?.json.items ?? []), ...(other?.json.items ?? [])].filter(
    ({ transaction }: { transaction: unknown }) => transaction !== null,
  );
  assert.equal(made.length, 5);
  assert.ok(made.every(({ transaction: { origin } }) => origin === 'API'));
});

test('a thousand transactions are made in one call, with an answer for each; one more is refused', async () => {
  const merchant = await shop({ schedule: { kind: 'ON_DEMAND' } });
  const items = Array.from({ length: 1000 }, (_, n) => ({
    mandateId: merchant.mandateId,
    reference: `Invoice of the month ${n}, shop 1234`.padEnd(35, '.').slice(0, 35),
    amount: n === 7 ? 1 : 5000,
    currency: 'UGX',
  }));
  const { status, json, text } = await merchant.post('/bulk', { items });
  assert.equal(status, 200, text.slice(0, 300));
  const outcomes: { transaction: unknown; errors: { field: string }[] }[] = json.items;
  assert.equal(outcomes.length, 1000);
  assert.deepEqual(
    outcomes.flatMap(({ transaction, errors }, n) => (transaction ? [] : [n, errors[0]?.field])),
    [7, 'amount'],
  );
  assert.equal((await merchant.list()).totalElements, 999);
  const more = await merchant.post('/bulk', { items: [...items, items[0]] });
  assert.deepEqual([more.status, more.json.code], [400, 'INPUT_INVALID']);
  const misnamed = await merchant.post('/bulk', { items: [{ ...items[0], amout: 1 }] });
  assert.deepEqual(errorOf(misnamed), ['items.0.amout: This name is not known.']);
});

test('mandate cancelled but still collected: one that is cancelled collects nothing any more', async () => {
  const merchant = await shop();
  const { json } = await merchant.collect({ reference: 'LATE', amount: 5000 });
  const cancel = { method: 'POST', body: { reason: 'The customer left' } };
  await merchant.client.call(`${merchant.mandates}/${merchant.mandateId}/cancel`, cancel);
  const { json: cancelled } = await merchant.client.call(`${merchant.path}/${json.id}`);
  assert.deepEqual([cancelled.state, cancelled.failureReason], ['CANCELLED', 'MANDATE_NOT_ACTIVE']);
  const { content } = (await merchant.client.call(`${merchant.path}/${json.id}/events`)).json;
  assert.deepEqual(
    content.flatMap(({ to }: { to: string | null }) => to ?? []),
    ['CANCELLED', 'PENDING'],
  );
  assert.match(
    errorOf(await merchant.collect({ reference: 'AFTER', amount: 5000 })).join('\n'),
    /^mandateId: The mandate is not active/,
  );
});

test('another merchant reads, cancels and collects nothing', async () => {
  const [merchant, stranger] = [await shop(), await shop()];
  const { json } = await merchant.collect({ reference: 'MINE', amount: 5000 });
  const { client, path } = stranger;
  assert.equal((await client.call(`${merchant.path}/${json.id}`)).status, 404);
  assert.equal((await client.call(`${path}/${json.id}`)).status, 404);
  assert.equal((await stranger.post(`/${json.id}/cancel`, { reason: 'Not mine' })).status, 404);
  const others = { mandateId: merchant.mandateId, reference: 'X', amount: 5000 };
  assert.deepEqual(errorOf(await stranger.post('', others)), [
    'mandateId: There is no such mandate',
  ]);
  assert.equal((await stranger.list('?search=MINE')).totalElements, 0);
});
