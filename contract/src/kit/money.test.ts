import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fractionDigits, parseMoney, showAmount, showMoney, showNegated } from './money.ts';

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

test('an amount is read however people and spreadsheets write it', () => {
  for (const amount of AMOUNTS) {
    const text = showMoney(amount);
    for (const blank of [',', ' ', '\u00a0', '\u202f', '\u2009'])
      assert.equal(parseMoney(` ${text.replaceAll(',', blank)} `), amount);
    assert.equal(parseMoney(String(amount)), amount);
  }
  const million = ['USh 1,500,000', 'UGX1,500,000', 'Shs. 1 500 000', 'ugx 1500000', '1,500,000/='];
  const more = [
    '1,500,000 /-',
    'Shs 1,500,000/=',
    '1,500,000 UGX',
    '1500000.00',
    '\u200e1,500,000',
  ];
  for (const text of [...million, ...more, '1,500,000.00/=', '1500000.0', 'USHS 1,500,000'])
    assert.equal(parseMoney(text), 1_500_000, text);
});

test('the rounding of a formula is no fraction', () => {
  assert.equal(parseMoney('165000.00000000003'), 165_000);
  assert.equal(parseMoney('149999.99999999997'), 150_000);
  assert.equal(parseMoney('149999.9998'), NaN);
});

test('an amount with a fraction, or one that can be read in two ways, is refused', () => {
  const fractions = ['150000,00', '1,5', '150,000.50', '149999.5', '150000.001', '1500,'];
  const twoWays = ['150.000', '1.500.000', '1.500.000,00', '150,00', '1,50,000', ',500', '10 00'];
  const others = [
    '',
    '-5',
    '1e3',
    '2.5E+05',
    '150k',
    'USh',
    '5 5/=',
    '/=',
    '12 days',
    '9'.repeat(17),
  ];
  for (const text of [...fractions, ...twoWays, ...others])
    assert.equal(parseMoney(text), NaN, text);
});

test('an amount of another currency is in its smallest unit, and shown with its point', () => {
  assert.deepEqual(['UGX', 'USD', 'RWF', 'KWD'].map(fractionDigits), [0, 2, 0, 3]);
  assert.equal(showAmount('USD', 1250), 'USD 12.50');
  assert.equal(showAmount('USD', -123_456), '−USD 1,234.56');
  assert.equal(showAmount('UGX', 1_500_000), 'USh 1,500,000');
});
