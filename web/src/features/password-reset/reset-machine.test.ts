import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceReset, NEW_RESET, resetFrom, type ResetState } from './reset-machine.ts';

const CODE: ResetState = { step: 'CODE', email: 'a@b.ug', resendAt: 7 };

test('the steps are email, code, password, success, and back to the email', () => {
  const code = advanceReset(NEW_RESET, { kind: 'code-sent', email: 'a@b.ug', resendAt: 7 });
  assert.deepEqual(code, CODE);
  const password = advanceReset(code, { kind: 'verified', email: 'a@b.ug' });
  assert.equal(password.step, 'PASSWORD');
  assert.equal(advanceReset(password, { kind: 'changed' }).step, 'SUCCESS');
  assert.deepEqual(advanceReset(password, { kind: 'back' }), { step: 'EMAIL', email: 'a@b.ug' });
});

test('a reload restores the code step; after it the server knows what was verified', () => {
  assert.deepEqual(resetFrom(JSON.stringify(CODE)), CODE);
  const password = JSON.stringify({ step: 'PASSWORD', email: 'a@b.ug' });
  assert.deepEqual(resetFrom(password), { step: 'EMAIL', email: 'a@b.ug' });
  for (const text of [null, 'null', '[]', '{"email":1}'])
    assert.deepEqual(resetFrom(text), NEW_RESET);
});
