import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PersonSession } from '@tegeka/contract/sessions.ts';
import { activityOf, endedText } from '#features/sessions/sessions-calls.ts';

const session: PersonSession = {
  id: '01999999-9999-7999-8999-999999999999',
  device: 'Chrome on Android',
  kind: 'PHONE',
  network: '41.210.145.*',
  signedInAt: '2026-11-21T08:00:00.000Z',
  lastActiveAt: '2026-11-21T11:05:00.000Z',
  current: false,
};

test('a session shows when it was last used, in Kampala time', () => {
  assert.equal(activityOf(session), 'Last active 21/11/2026, 14:05');
  assert.equal(activityOf({ ...session, current: true }), 'Active now');
});

test('the number of ended sessions is shown in words', () => {
  assert.equal(endedText(0), 'You were signed in nowhere else.');
  assert.equal(endedText(1), '1 other browser was signed out.');
  assert.equal(endedText(3), '3 other browsers were signed out.');
});
