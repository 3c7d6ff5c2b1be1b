import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resetFrom } from './reset-state.ts';

test('a reload restores the code step; after it the server knows what was verified', () => {
  const code = { step: 'CODE', email: 'a@b.ug', resendAt: 7 };
  assert.deepEqual(resetFrom(JSON.stringify(code)), code);
  const password = JSON.stringify({ step: 'PASSWORD', email: 'a@b.ug' });
  assert.deepEqual(resetFrom(password), { step: 'EMAIL', email: 'a@b.ug' });
  for (const text of [null, 'null', '[]', '{"email":1}', '{"step":"PASSWORD","email":null}'])
    assert.deepEqual(resetFrom(text), { step: 'EMAIL', email: '' });
});
