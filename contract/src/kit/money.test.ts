import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMoney, showMoney, showNegated } from './money.ts';

/** Whole amounts of every length, with their neighbours. */
const AMOUNTS = Array.from({ length: 16 }, (_, digits) => 10 ** digits).flatMap((power) =>
  [power - 1, power, power + 1, 7 * power, Math.floor(power / 3)].filter(Number.isSafeInteger),
);

test('amounts are whole shillings with their thousands apart', () => {
  assert.equal(showMoney(1_500_000), 'USh 1,500,000');
  assert.equal(showMoney(500), 'USh 500');
  assert.equal(showMoney(-2300), '−USh 2,300');
});

test('what is shown is the amount, never a hundred times or a hundredth of it', () => {
  for (const amount of AMOUNTS) {
    assert.match(showMoney(amount), /^USh \d{1,3}(,\d{3})*$/);
    assert.equal(Number(showMoney(amount).replaceAll(/\D/g, '')), amount);
  }
});

test('charges and duty are shown negated', () => {
  assert.equal(showNegated(2500), '−USh 2,500');
  for (const amount of AMOUNTS)
    if (amount > 0) assert.equal(showNegated(amount), showMoney(-amount));
});

test('nothing is shown as 0 and never as -0', () => {
  assert.equal(showNegated(0), 'USh 0');
  assert.equal(showMoney(-0), 'USh 0');
});

test('what is not a whole number is refused and not rounded', () => {
  for (const wrong of [0.5, 1500.01, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    assert.throws(() => showMoney(wrong), RangeError);
});

test('a typed amount may have a comma or a blank between its thousands', () => {
  for (const amount of AMOUNTS) {
    const text = showMoney(amount).slice('USh '.length);
    assert.equal(parseMoney(text), amount);
    assert.equal(parseMoney(` ${text.replaceAll(',', ' ')} `), amount);
    assert.equal(parseMoney(String(amount)), amount);
  }
});

test('a typed amount with a fraction or a misplaced separator is refused, not read as another one', () => {
  const wrong = ['150000,00', '1,5', '1,000.00', '1500.00', '1,50,000', ',500', '1500,', '10 00'];
  for (const text of [...wrong, '', '-5', '1e3', 'USh 5'])
    assert.equal(parseMoney(text), NaN, text);
});
