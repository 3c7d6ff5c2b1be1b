import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showDay, showMoment } from './day.ts';

test('days are shown day/month/year as they are in Kampala', () => {
  assert.equal(showDay('2026-11-21T12:00:00Z'), '21/11/2026');
  assert.equal(showDay('2026-12-31T21:30:00Z'), '01/01/2027');
});

test('moments add the time in Kampala', () => {
  assert.equal(showMoment('2026-11-21T11:05:00Z'), '21/11/2026, 14:05');
});
