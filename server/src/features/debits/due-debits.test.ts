import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { openSecondServer } from '#testing/second-server.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { activeMandate, openBank, openShop, until } from '#testing/test-mandate.ts';
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

const move = (to: 'NEXT_SESSION' | 'WEEK') => moveClock(operator, to);

/** A mandate with one debit, and what its business does with it. */
async function openOnce() {
  const shop = await openShop(testServer);
  const schedule = { kind: 'ONE_OFF' };
  const id = await activeMandate(testServer, officer, shop.payer, { schedule });
  const call = async (path: string, body?: object) => {
    // Access tokens end while the clock moves.
    const client = await testServer.signIn('MERCHANT', shop.email);
    const options = body && { method: 'POST', body };
    return (await client.call(path, options)).json;
  };
  const transactions = shop.mandates.replace('mandates', 'transactions');
  const mandate = `${shop.mandates}/${id}`;
  return {
    act: (verb: 'pause' | 'resume') => call(`${mandate}/${verb}`, { reason: 'Holidays' }),
    cancelDebit: async () => {
      const [debit] = (await call(`${transactions}?mandateId=${id}`)).content;
      return call(`${transactions}/${debit.id}/cancel`, { reason: 'Paid in cash' });
    },
    collect: () => call(transactions, { mandateId: id, reference: 'INV-1', amount: 50_000 }),
    state: async () => {
      const { state, reason } = await call(mandate);
      return [state, reason];
    },
  };
}

test('neither the afternoon run nor a second server makes another debit of a day, or another notice', async (t) => {
  const second = await openSecondServer(testServer);
  t.after(() => second.close());
  const shop = await openShop(testServer);
  const due = addDays((await readClock(operator)).today, 4);
  const schedule = { kind: 'WEEKLY', weekday: weekdayOf(due) };
  await activeMandate(testServer, officer, shop.payer, { schedule });
  const path = shop.mandates.replace('mandates', 'transactions');
  const debits = async () => (await shop.client.call(`${path}?size=100`)).json.content;
  for (let n = 0; n < 12 && (await debits()).length === 0; n += 1) await move('NEXT_SESSION');
  for (let n = 0; n < 3; n += 1) await move('NEXT_SESSION');
  await until(async () => (await debits())[0]?.noticeAt);
  const days: string[] = (await debits()).map(({ dueDay }: { dueDay: string }) => dueDay);
  assert.deepEqual(days.toSorted(), [...new Set(days)].toSorted());
  assert.ok(days.includes(due), days.join(', '));
  const texts = (await testServer.outbox(shop.phoneNumber)).map(({ text }) => text);
  const collectionDays = (await debits()).map(
    ({ collectionDay }: { collectionDay: string }) => collectionDay,
  );
  for (const day of new Set<string>(collectionDays)) {
    const named = texts.filter((text) => text.includes(` on ${sayDay(day)}.`));
    assert.equal(named.length, collectionDays.filter((one: string) => one === day).length, day);
  }
});

test('a mandate whose debit was cancelled or missed ends a week later, manually it is collected until then', async () => {
  const [cancelled, collected, missed] = [await openOnce(), await openOnce(), await openOnce()];
  await missed.act('pause');
  await move('NEXT_SESSION');
  assert.equal((await cancelled.cancelDebit()).state, 'CANCELLED');
  assert.equal((await collected.cancelDebit()).state, 'CANCELLED');
  await move('NEXT_SESSION');
  assert.deepEqual(await cancelled.state(), ['ACTIVE', null]);
  assert.equal((await collected.collect()).state, 'PENDING');
  for (let n = 0; n < 2; n += 1) await move('WEEK');
  const completed = ['COMPLETED', 'Nothing more is due'];
  assert.deepEqual(await cancelled.state(), completed);
  assert.deepEqual(await collected.state(), completed);
  assert.equal((await missed.act('resume')).state, 'ACTIVE');
  await move('NEXT_SESSION');
  assert.deepEqual(await missed.state(), ['ACTIVE', 'Holidays']);
  for (let n = 0; n < 2; n += 1) await move('WEEK');
  assert.deepEqual(await missed.state(), completed);
});

test('nothing new is collected from a disabled customer, and once enabled they are collected from that day on', async () => {
  const shop = await openShop(testServer);
  const schedule = { kind: 'WEEKLY', weekday: 5 };
  const mandateId = await activeMandate(testServer, officer, shop.payer, { schedule });
  const { customerId } = await shop.payer.terms();
  const paths = ['transactions', `customers/${customerId}`] as const;
  const [transactions, customer] = paths.map((path) => shop.mandates.replace('mandates', path));
  const call = async (path: string, method = 'GET', body?: object) => {
    // Access tokens end while the clock moves.
    const client = await testServer.signIn('MERCHANT', shop.email);
    return (await client.call(path, { method, ...(body && { body }) })).json;
  };
  const turn = (verb: 'disable' | 'enable', status: string) =>
    call(`${customer}/${verb}`, 'PATCH', { status });
  const scheduled = async (): Promise<{ id: string; dueDay: string }[]> => {
    const { content } = await call(`${transactions}?size=100`);
    return content.filter(({ origin }: { origin: string }) => origin === 'SCHEDULE');
  };
  const asked = (reference: string) => ({ mandateId, reference, amount: 50_000 });
  const { id } = await call(`${transactions}`, 'POST', asked('BEFORE'));
  await turn('disable', 'DISABLED');
  const earlier = (await scheduled()).map((one) => one.id);
  const refused = await call(`${transactions}`, 'POST', asked('BY-HAND'));
  const field = 'mandateId';
  const message = 'The customer is disabled: enable them first';
  const error = { field, code: 'CUSTOMER_DISABLED', message };
  assert.deepEqual(refused.fields, [error]);
  const items = [asked('BY-API')];
  const bulk = await call(`${transactions}/bulk`, 'POST', { items });
  assert.deepEqual(bulk.items[0].errors, [error]);
  for (let n = 0; n < 2; n += 1) await move('WEEK');
  const { state, failureReason } = await call(`${transactions}/${id}`);
  assert.deepEqual([state, failureReason], ['REJECTED', 'CUSTOMER_DISABLED']);
  assert.deepEqual(
    (await scheduled()).map((one) => one.id),
    earlier,
  );
  await turn('enable', 'ACTIVE');
  const { today } = await call('/api/v1/business-clock');
  await move('WEEK');
  const made = (await scheduled()).filter((one) => !earlier.includes(one.id));
  assert.ok(made.length > 0, 'its days go on');
  assert.ok(made.every(({ dueDay }) => dueDay >= today));
});
