import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailShape, joinedLines, line, plainText } from './text.ts';

/** Marks by their code points: nobody sees them, and contacts, chats and pages bring them along. */
const MARKS = [
  0x00ad, 0x034f, 0x061c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060,
  0x2066, 0x2069, 0xfe0f, 0xfeff, 0xe0001,
];

test('a text is read without the marks that nobody sees, wherever they stand', () => {
  for (const mark of MARKS) {
    const sign = String.fromCodePoint(mark);
    for (const text of [`${sign}Nakato 12`, `Nak${sign}ato 12`, `Nakato 12 ${sign}`])
      assert.equal(plainText(text), 'Nakato 12', mark.toString(16));
  }
});

test('blanks of any kind are the one that people type, and letters of all scripts stay', () => {
  for (const blank of ['\u00a0', '\u202f', '\u2003', '\u3000'])
    assert.equal(plainText(`${blank}C${blank}12${blank}`), 'C 12');
  for (const name of ['Nakató', 'أحمد', 'क्ष', 'Þór 😀', "N'golo–Ö"])
    assert.equal(plainText(name), name);
});

test('lines, reasons and emails are plain text, and control characters are refused', () => {
  assert.equal(line(1, 3).parse('\u202eC\u200b12\u202c'), 'C12');
  assert.equal(joinedLines(1, 9).parse('no\u200b\n money'), 'no money');
  assert.equal(emailShape.parse('\ufeffGrace@\u200bExample.com '), 'grace@example.com');
  for (const text of ['a\u0007b', 'a\tb', 'a\u2028b', '\u200b'])
    assert.equal(line(1, 9).safeParse(text).success, false, JSON.stringify(text));
});
