import { type Archive, parseAll } from './spreadsheet-archive.ts';
import { SpreadsheetError } from './spreadsheet-rows.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Day 0 of workbooks. They take 1900 for a leap year: before its 29 February, day 60, dates are one day later. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const LEAP_DAY = 60;
const DAY_MAX = 2_958_465;
/** Formats of cells; workbooks that Excel opens have fewer. */
const FORMATS_MAX = 65_536;
/** Built-in formats that are dates. */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36);
/** Built-in formats that show a whole number otherwise than in digits. */
const BUILT_IN: Readonly<Record<number, string>> = { 11: '0.00E+00', 48: '##0.0E+0' };
/** What the rounding of a formula may leave beside a whole number. */
const NOISE = 0.0001;
/** Digits of a number that a workbook keeps. */
const DIGITS_KEPT = 15;

/** How cells of a style show their numbers; the code of General is ''. */
export interface NumberFormat {
  isDate: boolean;
  isScientific: boolean;
  code: string;
}

/** A format by its code and its number: those of built-in ones say what they are. */
export function formatOf(code: string, id: number): NumberFormat {
  // Words in quotes and brackets are shown as they are.
  const letters = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  return {
    isDate: isBuiltInDate(id) || /[dy]/i.test(letters),
    isScientific: /E[+-]/i.test(letters),
    code,
  };
}

/** The formats of a workbook's cells, by the number of their style. */
export async function readFormats(archive: Archive): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const ids: number[] = [];
  let isCells = false;
  await parseAll(archive, 'xl/styles.xml', {
    open: (name, attributes) => {
      if (ids.length + custom.size > FORMATS_MAX) throw new SpreadsheetError('TOO_LARGE_UNPACKED');
      if (name === 'cellXfs') isCells = true;
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'xf' && isCells) ids.push(id);
      if (name !== 'numFmt') return;
      custom.set(id, formatOf(attributes['formatCode'] ?? '', id));
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return ids.map((id) => custom.get(id) ?? formatOf(BUILT_IN[id] ?? '', id));
}

/** The parts of a format: literal texts, currencies, placeholders of digits, and the rest. */
const PARTS = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|General|./giu;

/** The parts that show a whole number: those of the first section, for positive numbers, up to its point. */
function partsOf(code: string): { text: string; isDigit: boolean }[] {
  const parts: { text: string; isDigit: boolean }[] = [];
  for (const [part, quoted, escaped, currency] of code.matchAll(PARTS)) {
    const literal = quoted ?? escaped ?? currency;
    if (part === ';' || part === '.') break;
    const isDigit = /^(?:[0#?]|General)$/i.test(part);
    // Left out: colours, conditions, space for alignment, and commas between thousands.
    if (literal !== undefined || isDigit || !/^[[_*,]/.test(part))
      parts.push({ text: literal ?? part, isDigit });
  }
  return parts;
}

/** Excel's form of a number whose digits are lost: 1.23457E+17. */
const shortened = (number: number) =>
  number
    .toExponential(5)
    .replace(/\+(\d)$/, '+0$1')
    .toUpperCase();

/**
 * A whole number as its cell shows it, with leading zeros, prefix and groups of digits. Shortened where digits
 * are lost or may be: where a format has eight zeros, the numbers of the column have eight digits, and one of
 * ten may have begun with zeros that the spreadsheet took.
 */
function shownNumber(number: number, { code, isScientific }: NumberFormat): string {
  const digits = String(number);
  if (digits.length > DIGITS_KEPT || isScientific) return shortened(number);
  const parts = partsOf(code);
  const places = parts.filter(({ isDigit }) => isDigit);
  // Percents and fractions identify nothing, and `@` is text.
  if (places.length === 0 || parts.some(({ text }) => text === '%' || text === '/')) return digits;
  const firstZero = places.findIndex(({ text }) => text === '0');
  const zeros = firstZero === -1 ? 0 : places.length - firstZero;
  if (zeros > 1 && digits.length > places.length) return shortened(number);
  let left = digits.padStart(zeros, '0');
  const texts = parts.toReversed().map((part) => {
    if (!part.isDigit) return part.text;
    // The first place shows all digits that are left.
    const shown = part === places[0] ? left : left.slice(-1);
    left = left.slice(0, -1);
    return shown;
  });
  return texts.toReversed().join('').trim();
}

/** A number in two forms. */
export interface NumberText {
  /** A date as 2026-03-04; a whole number in digits, also where a formula has left rounding noise beside it. */
  text: string;
  /** As its cell shows it, for what identifies something: {@link shownNumber}. */
  shown: string;
}

/** Reads a number; `daysLater` are the days by which the dates of the workbook are later. */
export function readNumber(text: string, format: NumberFormat, daysLater: number): NumberText {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return { text, shown: text };
  const day = Math.floor(number) + daysLater;
  if (format.isDate && day > 0 && day !== LEAP_DAY && day <= DAY_MAX) {
    const at = DAY_ZERO + (day < LEAP_DAY ? day + 1 : day) * DAY;
    const date = new Date(at).toISOString().slice(0, 10);
    return { text: date, shown: date };
  }
  const whole = Math.round(number);
  const plain = String(Math.abs(number - whole) < NOISE ? whole : number);
  const isShown = /^\d+$/.test(plain) || whole >= 1e15;
  return { text: plain, shown: isShown ? shownNumber(whole, format) : plain };
}
