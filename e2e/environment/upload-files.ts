import { crc32, deflateRawSync } from 'node:zlib';
import { SHEET_NAMESPACE, WORKBOOK_PARTS, WORKBOOK_TYPE } from '../../tools/workbook-parts.mjs';

/** The columns as the template has them. */
export const HEADER = [
  'First Name',
  'Middle Name',
  'Last Name',
  'Phone Number',
  'Email',
  'Customer Reference Number',
];

/** A file as a browser is given it. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Rows of customers that nothing is wrong with, their references beginning with a word. */
export function goodRows(word: string, count: number): string[][] {
  return Array.from({ length: count }, (_, at) => {
    const digits = String(at + 1).padStart(6, '0');
    return ['Grace', '', 'Okello', `0772${digits}`, `${word}${digits}@customer.example`].concat(
      `${word}-${digits}`,
    );
  });
}

/** A CSV file as Excel writes it for much of the world: semicolons, and Windows-1252. */
export function windowsCsv(name: string, rows: readonly (readonly string[])[]): UploadFile {
  const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const text = rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Cells as Excel writes them: texts by their place in a list, digits as numbers, and formulas. */
function sheetParts(rows: readonly (readonly string[])[]): Record<string, string> {
  const texts = [...new Set(rows.flat())];
  const cell = (text: string, row: number, column: number) => {
    const at = `${String.fromCodePoint(65 + column)}${row + 1}`;
    if (text === '') return '';
    if (text.startsWith('='))
      return `<c r="${at}" t="str"><f>${escaped(text.slice(1))}</f><v>${escaped(text)}</v></c>`;
    if (/^[1-9]\d*$/.test(text)) return `<c r="${at}"><v>${text}</v></c>`;
    return `<c r="${at}" t="s"><v>${texts.indexOf(text)}</v></c>`;
  };
  const xml = rows.map((row, at) => {
    const cells = row.map((text, column) => cell(text, at, column)).join('');
    return `<row r="${at + 1}">${cells}</row>`;
  });
  const strings = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  return {
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET_NAMESPACE}"><sheetData>${xml.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET_NAMESPACE}">${strings.join('')}</sst>`,
  };
}

function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

/** A workbook with one sheet, packed as Excel packs it. */
export function workbook(name: string, rows: readonly (readonly string[])[]): UploadFile {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  const parts = Object.entries({ ...WORKBOOK_PARTS, ...sheetParts(rows) });
  for (const [file, xml] of parts) {
    const content = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
    const packed = deflateRawSync(content);
    const facts = numbers([2, 20], [2, 0], [2, 8], [4, 33], [4, crc32(content)]);
    const sizes = numbers([4, packed.length], [4, content.length], [2, file.length], [2, 0]);
    const at = Buffer.concat(body).length;
    body.push(numbers([4, 0x04034b50]), facts, sizes, Buffer.from(file), packed);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    directory.push(numbers([4, 0x02014b50], [2, 20]), facts, sizes, rest, Buffer.from(file));
  }
  const [count, start, size] = [parts.length, Buffer.concat(body), Buffer.concat(directory)];
  const totals = numbers([2, count], [2, count], [4, size.length], [4, start.length], [2, 0]);
  const end = Buffer.concat([numbers([4, 0x06054b50], [2, 0], [2, 0]), totals]);
  return { name, mimeType: WORKBOOK_TYPE, buffer: Buffer.concat([start, size, end]) };
}
