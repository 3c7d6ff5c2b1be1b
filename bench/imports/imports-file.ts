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

/** Pseudo-random numbers, the same in every run. */
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

function* table(
  header: string[],
  rows: number,
  cells: (row: number) => string[],
): Generator<string[][]> {
  yield [header];
  for (let start = 0; start < rows; start += ROWS_A_PIECE) {
    const count = Math.min(ROWS_A_PIECE, rows - start);
    yield Array.from({ length: count }, (_, at) => cells(start + at));
  }
}

/** A table of so many customers in pieces, its header first; references begin with the prefix. */
export const customerTable = (prefix: string, rows: number) =>
  table(HEADER, rows, (row) => cellsOf(prefix, row));

const MANDATE_HEADER = [
  'Customer Reference Number',
  'Amount',
  'When',
  'First Day',
  'Maximum Per Period',
  'Period',
  'How They Agree',
  'Bank',
  'Account Name',
  'Account Number',
];

/** A table of a mandate with an account for each of so many customers of {@link customerTable}. */
export const mandateTable = (prefix: string, rows: number) =>
  table(MANDATE_HEADER, rows, (row) => {
    const [first = '', , last = '', , , reference = ''] = cellsOf(prefix, row);
    const account = String(9_030_000_000_000 + row);
    const terms = [`${50_000 + (row % 7) * 1000}`, 'monthly on the 5th', '2030-02-01', '200000'];
    return [reference, ...terms, 'month', 'SMS', 'SBICUGKX', `${first} ${last}`, account];
  });

function* lines(rowsOf: Iterable<string[][]>): Generator<string> {
  for (const rows of rowsOf) yield rows.map((cells) => `${cells.join(',')}\n`).join('');
}

/** Writes a table to a CSV file. */
export async function writeCsv(file: string, rowsOf: Iterable<string[][]>): Promise<void> {
  await pipeline(Readable.from(lines(rowsOf)), createWriteStream(file));
}
