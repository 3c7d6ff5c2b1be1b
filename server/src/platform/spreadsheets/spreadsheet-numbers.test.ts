import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOf, readNumber } from './spreadsheet-numbers.ts';

/** A number, the code of its cell's format, and how it is read where it identifies something. */
const SHOWN: readonly [number: string, code: string, shown: string][] = [
  ['1234567890', '', '1234567890'],
  ['1234567890', 'General', '1234567890'],
  ['1234567890', '0', '1234567890'],
  ['1234567890', '@', '1234567890'],
  ['1234567890', '#,##0', '1234567890'],
  ['1234567890', '#,##0.00', '1234567890'],
  ['1234567890', '00000000000000', '00001234567890'],
  ['772123456', '0000000000', '0772123456'],
  ['772123456', '0#########', '0772123456'],
  ['772123456', '"+256"0', '+256772123456'],
  ['772123456', '\\+256\\ 000\\ 000\\ 000', '+256 772 123 456'],
  ['772123456', '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '77212-3456'],
  ['17', '"C-"0000', 'C-0017'],
  ['17', '0000_);[Red]\\(0000\\)', '0017'],
  ['17', '0 "days"', '17 days'],
  ['12345', '000,000', '012345'],
  ['12', '0%', '12'],
  ['12.5', '0000', '12.5'],
  ['-12', '0000', '-12'],
  ['7.72123456E8', '', '772123456'],
  ['123456789012345', '0', '123456789012345'],
  // Lost: the last digits, or zeros at the beginning that the format does not give back.
  ['123456789012345000', '0', '1.23457E+17'],
  ['1.2345678901234501E+17', '', '1.23457E+17'],
  ['256772000000', '0.00E+00', '2.56772E+11'],
  ['1234567890', '00000000', '1.23457E+09'],
];

test('a number that identifies something is read as its cell shows it, or its digits are lost', () => {
  for (const [number, code, shown] of SHOWN)
    assert.equal(readNumber(number, formatOf(code, 164), 0).shown, shown, `${number} ${code}`);
});

test('a number is whole beside the rounding of a formula, whatever its cell shows', () => {
  const format = formatOf('#,##0', 3);
  const read = (text: string) => readNumber(text, format, 0).text;
  assert.deepEqual(
    ['165000.00000000003', '149999.99999999997', '149999.5', '2.5E5', '-0.00000001', 'x', ''].map(
      read,
    ),
    ['165000', '150000', '149999.5', '250000', '0', 'x', ''],
  );
});

test('a date is the day that the spreadsheet shows, from the first one on', () => {
  const format = formatOf('dd\\/mm\\/yyyy', 164);
  const read = (text: string, later = 0) => readNumber(text, format, later).text;
  assert.deepEqual(
    ['1', '59', '61', '46085', '46085.75', '2958465'].map((text) => read(text)),
    ['1900-01-01', '1900-02-28', '1900-03-01', '2026-03-04', '2026-03-04', '9999-12-31'],
  );
  // 29 February 1900, which workbooks have and the calendar does not; and days before the first.
  assert.deepEqual(
    ['60', '0', '-1', '2958466'].map((text) => read(text)),
    ['60', '0', '-1', '2958466'],
  );
  assert.equal(read('44623', 1462), '2026-03-04');
  assert.equal(readNumber('5', formatOf('0 "days"', 164), 0).text, '5', 'no date');
});
