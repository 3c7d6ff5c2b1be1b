import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KIND_OUTCOMES, OUTCOMES, outcomesOf } from './exception-outcomes.ts';
import { BOOKINGS, EXCEPTION_KINDS, EXCEPTION_OUTCOMES } from './exceptions.ts';

test('every kind of exception can be ended, and money in suspense never without saying where it goes', () => {
  for (const kind of EXCEPTION_KINDS) {
    assert.ok(outcomesOf({ kind, suspense: null }).length > 0, kind);
    for (const suspense of [1, -1])
      assert.ok(!outcomesOf({ kind, suspense }).includes('NOTHING_TO_DO'), kind);
  }
});

test('money that came in and money that went out can reach every account that it can belong to', () => {
  const accounts = (suspense: number) =>
    new Set(
      outcomesOf({ kind: 'UNMATCHED', suspense }).flatMap((one) => OUTCOMES[one].account ?? []),
    );
  const everyones = ['AS_NAMED', 'PAYABLE', 'BANK_FEES', 'WRITE_OFF'];
  assert.deepEqual(accounts(1), new Set(everyones));
  assert.deepEqual(accounts(-1), new Set([...everyones, 'DUTY_PAYABLE', 'CHARGES_INCOME']));
});

test('what posts an entry is approved by a second operator, and each outcome is of some kind', () => {
  const offered = new Set(
    Object.values(KIND_OUTCOMES).flatMap((ways) => Object.values(ways).flat()),
  );
  for (const name of EXCEPTION_OUTCOMES) {
    assert.ok(offered.has(name), name);
    if (OUTCOMES[name].account !== null) assert.equal(OUTCOMES[name].operators, 2, name);
  }
  for (const name of BOOKINGS) assert.notEqual(OUTCOMES[name].account, null, name);
});
