import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ClockMove, debitDay } from '@tegeka/contract/calendar/calendar.ts';
import { addDays, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { openPayer, until } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { askToMove, moveClock, readClock } from '#testing/setup/test-clock.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { startDueWork } from './calendar-clock.ts';
import { beginMove, readClock as readBusinessClock } from './calendar-store.ts';

let testServer: TestServer;
let operator: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(() => testServer.close());

const CLOCK = '/api/v1/business-clock';

const clockNow = () => readClock(operator);
const move = (to: ClockMove, person = operator) => askToMove(person, to);
const moved = (to: ClockMove) => moveClock(operator, to);

test('operators move the business clock, and it never goes back', async () => {
  const first = await clockNow();
  assert.equal(first.canMove, true);
  const session = await moved('NEXT_SESSION');
  assert.equal(session.to, first.nextSession.at);
  assert.ok(session.now >= session.to && session.now > first.now);
  const tomorrow = await moved('TOMORROW');
  // Eight in the morning in Kampala.
  assert.match(tomorrow.to, /T05:00:00/);
  assert.ok(tomorrow.now > session.now);
  const week = await moved('WEEK');
  const days = (Date.parse(week.to) - Date.parse(tomorrow.to)) / 86_400_000;
  assert.equal(days, 7);
});

test('a clock that is moving is not moved a second time, and only operators move it', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => move('TOMORROW')));
  const codes = answers.map(({ status, json }) => (status === 202 ? 'MOVED' : json.code));
  assert.equal(codes.filter((code) => code === 'MOVED').length, 1);
  assert.equal(codes.filter((code) => code === 'CLOCK_MOVING').length, 4);
  await until(async () => (await clockNow()).movingTo === null);
  const { person } = await activeMerchant(testServer);
  assert.equal((await move('TOMORROW', person)).status, 403);
});

test('what is due on the way happens in its order, each thing at its own time', async () => {
  const { person, merchantId } = await activeMerchant(testServer);
  const payer = await openPayer(testServer, { client: person.client, merchantId });
  const { id } = (await payer.create()).json;
  const week = await moved('WEEK');
  const { lastMove } = await clockNow();
  assert.equal(lastMove.to, week.to);
  const reminded = lastMove.done.find(({ what }: { what: string }) => what === 'Payers reminded');
  assert.equal(reminded.count, 2);
  assert.equal((await person.client.call(CLOCK)).json.lastMove, null, "others' work is not told");
  await moved('WEEK');
  const path = `${payer.mandates}/${id}`;
  const { state, createdAt } = (await person.client.call(path)).json;
  assert.equal(state, 'EXPIRED');
  const messages = (await testServer.outbox(payer.phoneNumber)).length;
  assert.equal(messages, 3, 'one request and two reminders');
  const { content } = (await person.client.call(`${path}/events`)).json;
  const end = content.find(({ to }: { to: string | null }) => to === 'EXPIRED');
  // Reminded after two and five days, and open for seven days after the last reminder.
  const days = (Date.parse(end.at) - Date.parse(createdAt)) / 86_400_000;
  assert.ok(days >= 12 && days < 12.01, String(days));
});

test('work that fails each time keeps no other work waiting, and is tried again', async () => {
  const { ctx } = testServer;
  const tries: string[] = [];
  const early = new Date(0);
  const broken: DueWork = {
    next: () => Promise.resolve(early),
    run: () => {
      tries.push('broken');
      return Promise.reject(new Error('This work fails'));
    },
  };
  const sound: DueWork = {
    next: () => Promise.resolve(tries.includes('sound') ? null : ctx.clock.now()),
    run: () => {
      tries.push('sound');
      return Promise.resolve({});
    },
  };
  const rounds = startDueWork(ctx, [broken, sound]);
  try {
    await until(() => Promise.resolve(tries.length > 2));
  } finally {
    await rounds.stop();
  }
  assert.deepEqual(tries.slice(0, 3), ['broken', 'sound', 'broken']);
});

test('while the clock is moved nothing is done before earlier work that has failed', async (t) => {
  // The server's own rounds begin after the test.
  const server = await openTestServer({ POLL_MS: '60000' });
  t.after(() => server.close());
  const { ctx } = server;
  const start = ctx.clock.now();
  const later = new Date(start.getTime() + 7_200_000);
  const tries: string[] = [];
  const begin = () =>
    ctx.db.asPlatform('the clock begins to move', (tx) =>
      beginMove(tx, { from: start, to: later, wall: start }),
    );
  // It fails once before the move, which begins in the same round, and once during it.
  const early: DueWork = {
    next: () => Promise.resolve(tries.filter((one) => one === 'early').length > 2 ? null : start),
    run: async () => {
      tries.push('early');
      if (tries.length === 1) await begin();
      if (tries.length <= 2) throw new Error('It fails twice');
      return {};
    },
  };
  const late: DueWork = {
    next: async (tx) => {
      const { movingTo } = await readBusinessClock(tx, ctx.clock.now());
      return movingTo === null || tries.includes('late') ? null : later;
    },
    run: () => {
      tries.push('late');
      return Promise.resolve({});
    },
  };
  const often = { ...ctx, config: { ...ctx.config, pollMs: 50 } };
  const rounds = startDueWork(often, [early, late]);
  try {
    await until(() => Promise.resolve(tries.includes('late')));
  } finally {
    await rounds.stop();
  }
  assert.deepEqual(tries, ['early', 'early', 'early', 'late']);
});

test("a wrong 'next date': a due day that is over leads to the next one, and a mandate that has ended has none", async () => {
  const { person, merchantId } = await activeMerchant(testServer);
  const payer = await openPayer(testServer, { client: person.client, merchantId });
  const schedule = { kind: 'WEEKLY', weekday: 3 };
  const { json: made } = await payer.create({ schedule, send: false });
  const read = async () => (await person.client.call(`${payer.mandates}/${made.id}`)).json;
  await moved('WEEK');
  const { today } = await clockNow();
  const next = await until(async () => {
    const { nextDueDay } = await read();
    return nextDueDay >= today && nextDueDay;
  });
  const days = (Date.parse(next) - Date.parse(made.nextDueDay)) / 86_400_000;
  assert.equal(days, 7);
  const body = { reason: 'Made by mistake' };
  await person.client.call(`${payer.mandates}/${made.id}/cancel`, { method: 'POST', body });
  assert.equal((await read()).nextDueDay, null);
});

test('weekends, holidays and cut-offs: banks are closed on the holidays of Uganda and on weekends', async () => {
  const { json } = await operator.client.call('/api/v1/closed-days?year=2026');
  const names = new Map(json.map(({ day, name }: { day: string; name: string }) => [day, name]));
  assert.match(String(names.get('2026-10-09')), /Independence/);
  assert.equal(names.has('2026-10-10'), false, 'a Saturday is not named');
  assert.equal((await operator.client.call('/api/v1/closed-days?year=1999')).status, 400);
  const clock = await clockNow();
  const saturday = addDays(clock.today, (13 - weekdayOf(clock.today)) % 7);
  const monday = addDays(saturday, 2);
  const isClosed = clock.closedDays.includes(monday);
  assert.equal(debitDay(saturday, clock) === monday, !isClosed, 'what is due on a Saturday');
  assert.ok(weekdayOf(debitDay(saturday, clock)) < 6);
});

test('outside the sandbox the business clock is the wall clock', async (t) => {
  const production = await openTestServer({ ENVIRONMENT: 'PRODUCTION' });
  t.after(() => production.close());
  const person = await production.operator();
  assert.equal((await person.client.call(CLOCK)).json.canMove, false);
  const refused = await person.client.call(`${CLOCK}/moves`, {
    method: 'POST',
    body: { to: 'TOMORROW' },
  });
  assert.deepEqual([refused.status, refused.json.code], [409, 'CLOCK_FIXED']);
});
