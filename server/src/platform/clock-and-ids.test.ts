import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemIds } from './clock-and-ids.ts';

test('uuids are of version 7 and sort by time', () => {
  const [first, second] = [systemIds.uuid(new Date(1000)), systemIds.uuid(new Date(2000))];
  assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(first < second);
});

test('codes have their length, leading zeros included', () => {
  for (let n = 0; n < 200; n += 1) assert.match(systemIds.digits(5), /^\d{5}$/);
});
