import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const FIRST = [
  'Grace',
  'John',
  'Aisha',
  'Peter',
  'Jane',
  'Moses',
  'Sarah',
  'Joseph',
  'Ruth',
  'Isaac',
];
const MIDDLE = ['', '', 'Akello', '', 'Paul', '', 'Namubiru', '', '', 'Musa'];
const LAST = ['Nakato', 'Okello', 'Namutebi', 'Mugisha', 'Auma', 'Ssemakula', 'Kato', 'Atim'];
const ROWS_A_PIECE = 2000;

/** Numbers that look like chance and are the same in every run. */
const scattered = (row: number, size: number) => (row * 2_654_435_761) % size;

function cellsOf(prefix: string, row: number): string[] {
  const first = FIRST[scattered(row, FIRST.length)] ?? '';
  const last = LAST[scattered(row, LAST.length)] ?? '';
  const phone = 2_000_000 + scattered(row, 7_000_000);
  const email = `${first}.${last}${row}@example.com`.toLowerCase();
  const middle = MIDDLE[scattered(row, MIDDLE.length)] ?? '';
  return [first, middle, last, `077${phone}`, email, `${prefix}-${String(row).padStart(7, '0')}`];
}

const HEADER = [
  'First Name',
  'Middle Name',
  'Last Name',
  'Phone Number',
  'Email',
  'Customer Reference Number',
];

/** A table of so many customers in pieces, its header first; references begin with the prefix. */
export function* customerTable(prefix: string, rows: number): Generator<string[][]> {
  yield [HEADER];
  for (let start = 0; start < rows; start += ROWS_A_PIECE) {
    const count = Math.min(ROWS_A_PIECE, rows - start);
    yield Array.from({ length: count }, (_, at) => cellsOf(prefix, start + at));
  }
}

function* lines(table: Iterable<string[][]>): Generator<string> {
  for (const rows of table) yield rows.map((cells) => `${cells.join(',')}\n`).join('');
}

/** Writes a table to a CSV file. */
export async function writeCsv(file: string, table: Iterable<string[][]>): Promise<void> {
  await pipeline(Readable.from(lines(table)), createWriteStream(file));
}
