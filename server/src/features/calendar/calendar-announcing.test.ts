import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { announceDay, businessDays, withdrawDay } from '#testing/setup/test-holidays.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let operator: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(() => testServer.close());

const OVERRIDES = '/api/v1/operator/calendar-overrides';
const read = async (path: string) => (await operator.client.call(path)).json;
const closedOn = async (day: string): Promise<string | undefined> => {
  const days = await read(`/api/v1/closed-days?year=${day.slice(0, 4)}`);
  return days.find((one: { day: string }) => one.day === day)?.name;
};
/** The code of the refusal, and its message for the field `day`. */
const wrong = async (day: string, change: object = {}) => {
  const { status, json } = await announceDay(operator.client, day, change);
  assert.ok(status >= 400, 'It was announced');
  return [json.code, json.fields?.find(({ field }: { field: string }) => field === 'day')?.message];
};

test('a holiday is announced and withdrawn, with who did it and why', async () => {
  const [day = ''] = await businessDays(operator, 10);
  assert.equal(await closedOn(day), undefined);
  const made = await announceDay(operator.client, day);
  assert.equal(made.status, 201, made.text);
  const { id } = made.json;
  const shown = { id, day, kind: 'HOLIDAY', name: 'Eid al-Adha', isToCome: true };
  assert.deepEqual(made.json, { ...shown, state: 'ANNOUNCED' });
  assert.equal(await closedOn(day), 'Eid al-Adha');
  assert.deepEqual(await read(`${OVERRIDES}/${id}`), made.json);
  const listed = await read(`${OVERRIDES}?state=ANNOUNCED`);
  assert.deepEqual(listed.content, [made.json]);
  assert.deepEqual(listed.counts, { ANNOUNCED: 1, WITHDRAWN: 0 });

  assert.deepEqual(await wrong(day), [
    'CALENDAR_DAY_TAKEN',
    'Something is announced for it already',
  ]);
  const withdrawn = await withdrawDay(operator.client, id);
  assert.deepEqual(withdrawn.json, { ...shown, state: 'WITHDRAWN' });
  assert.equal(await closedOn(day), undefined);
  const { content } = await read(`${OVERRIDES}/${id}/events`);
  const told = content.map((one: Record<string, unknown>) => [one['to'], one['reason']]);
  assert.deepEqual(told, [
    ['WITHDRAWN', 'The moon was not seen'],
    ['ANNOUNCED', null],
  ]);
  assert.ok(content.every(({ by }: { by: string }) => by !== '' && by !== 'Tegeka'));
  const again = await announceDay(operator.client, day, { name: 'Eid al-Fitr' });
  assert.equal(again.status, 201, again.text);
  assert.equal(await closedOn(day), 'Eid al-Fitr');
});

test('a holiday of the rules becomes a business day, and an announced Saturday one too', async () => {
  const { today } = await readClock(operator);
  const nextYear = Number(today.slice(0, 4)) + 1;
  const [first] = await read(`/api/v1/closed-days?year=${nextYear}`);
  assert.ok(await closedOn(first.day));
  const change = { kind: 'BUSINESS_DAY', name: 'Moved to Monday' };
  const { status, text } = await announceDay(operator.client, first.day, change);
  assert.equal(status, 201, text);
  assert.equal(await closedOn(first.day), undefined);
});

test('a day that has begun, is too far ahead, or would close banks for weeks is refused at its field', async () => {
  const { today } = await readClock(operator);
  const begun = ['INPUT_INVALID', 'Choose a day after today'];
  assert.deepEqual(await wrong(today), begun);
  assert.deepEqual(await wrong(addDays(today, -1)), begun);
  const far = ['INPUT_INVALID', 'Choose a day within two years from now'];
  assert.deepEqual(await wrong(addDays(today, 732)), far);
  assert.equal((await announceDay(operator.client, addDays(today, 731))).status, 201);
  assert.equal((await wrong('2030-02-30'))[0], 'INPUT_INVALID');
  const noName = await announceDay(operator.client, addDays(today, 100), { name: ' ' });
  assert.deepEqual([noName.status, noName.json.fields[0].field], [400, 'name']);

  const answers: [number, string][] = [];
  for (let n = 0; n < 15; n += 1) {
    const { status, json } = await announceDay(operator.client, addDays(today, 300 + n));
    answers.push([status, json.fields?.[0]?.message ?? '']);
  }
  const refused = answers.filter(([status]) => status !== 201);
  // A weekend at the end may make the row longer.
  assert.ok(refused.length > 0 && refused.length <= 3, JSON.stringify(answers));
  for (const one of refused)
    assert.deepEqual(one, [400, 'Banks would be closed for more than 14 days in a row']);
});

/** Announces days as holidays, all at once, and returns the answers in the order of the days. */
const announceAll = (days: string[]) =>
  Promise.all(days.map((day) => announceDay(operator.client, day)));

test('days that are announced at the same moment do not close banks for longer together', async () => {
  const { today } = await readClock(operator);
  const answers = await announceAll(Array.from({ length: 20 }, (_, n) => addDays(today, 400 + n)));
  let [closed, longest] = [0, 0];
  for (const { status, json } of answers) {
    closed = status === 201 ? closed + 1 : 0;
    longest = Math.max(longest, closed);
    if (status !== 201)
      assert.equal(json.fields[0].message, 'Banks would be closed for more than 14 days in a row');
  }
  assert.ok(longest <= 14, `${longest} days in a row`);
});

test('a business day between holidays is not withdrawn where banks would then be closed for too long', async () => {
  const { today } = await readClock(operator);
  const saturday = addDays(today, 608 - weekdayOf(today));
  const change = { kind: 'BUSINESS_DAY', name: 'Open on Saturday' };
  const { id } = (await announceDay(operator.client, saturday, change)).json;
  const around = [-5, -4, -3, -2, -1, 2, 3, 4, 5, 6].map((days) => addDays(saturday, days));
  const holidays = await announceAll(around);
  for (const { status, text } of holidays) assert.equal(status, 201, text);
  const refused = await withdrawDay(operator.client, id);
  assert.deepEqual([refused.status, refused.json.code], [409, 'CALENDAR_CLOSED_TOO_LONG']);
  assert.equal((await read(`${OVERRIDES}/${id}`)).state, 'ANNOUNCED');
  assert.equal((await withdrawDay(operator.client, holidays[4]?.json.id)).status, 200);
  assert.equal((await withdrawDay(operator.client, id)).json.state, 'WITHDRAWN');
});

test('one of many who announce the same day is first, and only operators do it', async () => {
  const [day = ''] = await businessDays(operator, 50);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => announceDay(operator.client, day)),
  );
  const codes = answers.map(({ status, json }) => (status === 201 ? 'MADE' : json.code));
  const count = (code: string) => codes.filter((one) => one === code).length;
  assert.deepEqual([count('MADE'), count('CALENDAR_DAY_TAKEN')], [1, 4]);
  const { client } = await testServer.merchant();
  assert.equal((await announceDay(client, addDays(day, 1))).status, 403);
  assert.equal((await client.call(OVERRIDES)).status, 403);
});

test('of many who withdraw the same day each is answered, and it is withdrawn once', async () => {
  const [day = ''] = await businessDays(operator, 60);
  const { id } = (await announceDay(operator.client, day)).json;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => withdrawDay(operator.client, id)),
  );
  for (const { status, json } of answers)
    assert.deepEqual([status, json.state], [200, 'WITHDRAWN'], JSON.stringify(json));
  const { totalElements } = await read(`${OVERRIDES}/${id}/events`);
  assert.equal(totalElements, 2);
});

test('a day that has begun stays as it was announced', async () => {
  const { today } = await readClock(operator);
  const day = addDays(today, 1);
  const { json: made } = await announceDay(operator.client, day);
  await moveClock(operator, 'TOMORROW');
  const { status, json } = await withdrawDay(operator.client, made.id);
  assert.deepEqual([status, json.code], [409, 'CALENDAR_DAY_BEGUN']);
  assert.equal((await read(`${OVERRIDES}/${made.id}`)).isToCome, false);
  // The session after the holiday is that of a later day.
  assert.ok((await readClock(operator)).nextSession.day > day);
});
