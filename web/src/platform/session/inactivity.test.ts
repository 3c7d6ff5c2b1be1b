import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INACTIVITY_MS, standingOf } from './inactivity.ts';

test('the session is over 30 minutes after the last activity, with a warning 60 seconds before', () => {
  assert.equal(INACTIVITY_MS, 1_800_000);
  assert.deepEqual(standingOf(0, 0), { kind: 'active', inMs: 1_740_000 });
  assert.deepEqual(standingOf(0, 1_739_999), { kind: 'active', inMs: 1 });
  assert.deepEqual(standingOf(0, 1_740_000), { kind: 'warning', secondsLeft: 60 });
  assert.deepEqual(standingOf(0, 1_799_999), { kind: 'warning', secondsLeft: 1 });
  assert.deepEqual(standingOf(0, 1_800_000), { kind: 'over' });
});
