import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgePassword, PASSWORD_MIN, verdictText } from './password-strength.ts';

const fault = (password: string, ...personal: string[]) => judgePassword(password, personal).fault;

test('ten characters at least', () => {
  assert.equal(PASSWORD_MIN, 10);
  assert.equal(fault(''), 'empty');
  assert.equal(fault('short nile'.slice(0, 9)), 'short');
  assert.equal(fault('grey heron'), null);
});

test('not the email, not a name, not what everybody uses', () => {
  assert.equal(fault('Grace.Nakato@shop.ug', 'grace.nakato@shop.ug'), 'personal');
  assert.equal(fault('grace.nakato', 'grace.nakato@shop.ug'), 'personal');
  assert.equal(fault('Nakato Stores', 'Nakato Stores'), 'personal');
  for (const password of ['password123', '1234567890', 'aaaaaaaaaaaa', 'Qwertyuiop1'])
    assert.equal(fault(password), 'common', password);
});

test('longer and more varied is better', () => {
  const scores = ['grey heron', 'grey heron 7', 'Grey Heron at 7 o clock'].map(
    (password) => judgePassword(password, []).score,
  );
  assert.deepEqual(scores, [1, 2, 3]);
  assert.match(verdictText(judgePassword('grey heron', [])), /Good enough/);
});
