import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  isoDay,
  parseDay,
  parseTypedDay,
  sayWeekday,
  relativeDay,
  showDay,
  showMoment,
} from './day.ts';

test('days are shown day/month/year as they are in Kampala', () => {
  assert.equal(showDay('2026-11-21T12:00:00Z'), '21/11/2026');
  assert.equal(showDay('2026-12-31T21:30:00Z'), '01/01/2027');
});

test('a day is told from today on, also beyond the end of a month', () => {
  const today = '2026-12-30';
  const told = [-10, -1, 0, 1, 3].map((days) => relativeDay(addDays(today, days), today));
  assert.deepEqual(told, ['10 days ago', 'yesterday', 'today', 'tomorrow', 'in 3 days']);
});

test('files name days as they are in Kampala, the year first', () => {
  assert.equal(isoDay(new Date('2026-12-31T21:30:00Z')), '2027-01-01');
});

test('moments add the time in Kampala', () => {
  assert.equal(showMoment('2026-11-21T11:05:00Z'), '21/11/2026, 14:05');
});

test('day/month/year is read as people write it', () => {
  assert.equal(parseDay('21/11/2026'), '2026-11-21');
  assert.equal(parseDay(' 1/2/2026 '), '2026-02-01');
});

test('every day of 400 years is read back as it is shown', () => {
  const last = Date.UTC(2300, 0, 1);
  for (let noon = Date.UTC(1900, 0, 1, 9); noon < last; noon += 86_400_000) {
    const instant = new Date(noon).toISOString();
    assert.equal(parseDay(showDay(instant)), instant.slice(0, 10));
  }
});

test('days that the calendar does not have are refused', () => {
  for (const text of ['31/02/2026', '29/02/2026', '29/02/2100', '31/04/2026', '32/01/2026'])
    assert.equal(parseDay(text), null, text);
  assert.equal(parseDay('29/02/2028'), '2028-02-29');
  assert.equal(parseDay('29/02/2000'), '2000-02-29');
});

test('days of programs are read too, without the midnight behind them', () => {
  for (const text of ['2026-11-21', '2026-11-21T00:00:00', '2026-11-21 00:00:00.000', '21-11-2026'])
    assert.equal(parseDay(text), '2026-11-21', text);
  for (const text of [
    '21.11.2026',
    '21/11/2026 0:00',
    '\u200e21/11/2026\u200e',
    '\u00a021/11/2026',
  ])
    assert.equal(parseDay(text), '2026-11-21', text);
});

test('what is no day, or one in an order that is not known, is refused and not guessed', () => {
  const wrong = ['', '11/21/2026', '0/1/2026', '1/0/2026', '21/11/26', '21/11/0026', '2026/11/21'];
  const more = ['21/11-2026', '21/11/2026x', '+1/1/2026', '١/١/٢٠٢٦', '2026-11-20T21:00:00Z'];
  for (const text of [...wrong, ...more, '2026-11-21T10:30:00'])
    assert.equal(parseDay(text), null, text);
});

test('somebody types a day as they write it', () => {
  const today = '2026-11-27';
  const typed = [
    ['5/12/2026', '2026-12-05'],
    ['5-12-26', '2026-12-05'],
    ['5.12.26', '2026-12-05'],
    [' 5 / 12 / 2026 ', '2026-12-05'],
    ['5 Dec 2026', '2026-12-05'],
    ['5 december 26', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
    ['Today', '2026-11-27'],
    ['tomorrow', '2026-11-28'],
    ['12/31/2026', null],
    ['5/12', null],
    ['5 Foo 2026', null],
    ['31 Feb 2026', null],
    ['soon', null],
    ['', null],
  ] as const;
  for (const [text, day] of typed) assert.equal(parseTypedDay(text, today), day, text);
  assert.equal(sayWeekday('2026-12-05'), 'Saturday, 5 December 2026');
});
