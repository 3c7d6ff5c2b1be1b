import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPassword, PASSWORD_MIN, passwordText } from './password-strength.ts';

const error = (password: string, ...personal: string[]) => checkPassword(password, personal).error;

test('ten characters at least', () => {
  assert.equal(PASSWORD_MIN, 10);
  assert.equal(error(''), 'empty');
  assert.equal(error('short nile'.slice(0, 9)), 'short');
  assert.equal(error('grey heron'), null);
});

test('not the email, not a name, not what everybody uses', () => {
  assert.equal(error('Grace.Nakato@shop.ug', 'grace.nakato@shop.ug'), 'personal');
  assert.equal(error('grace.nakato', 'grace.nakato@shop.ug'), 'personal');
  assert.equal(error('Nakato Stores', 'Nakato Stores'), 'personal');
  for (const password of ['password123', '1234567890', 'aaaaaaaaaaaa', 'Qwertyuiop1'])
    assert.equal(error(password), 'common', password);
});

test('longer and more varied is better', () => {
  const scores = ['grey heron', 'grey heron 7', 'Grey Heron at 7 o clock'].map(
    (password) => checkPassword(password, []).score,
  );
  assert.deepEqual(scores, [1, 2, 3]);
  assert.match(passwordText(checkPassword('grey heron', [])), /Good enough/);
});
