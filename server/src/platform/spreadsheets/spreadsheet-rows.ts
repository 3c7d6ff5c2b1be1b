export type SpreadsheetErrorCode =
  | 'FILE_UNREADABLE'
  | 'ROW_ENDLESS'
  | 'FILE_EMPTY'
  | 'TOO_MANY_ROWS'
  | 'WORKBOOK_TOO_LONG'
  | 'TOO_LARGE_UNPACKED';

/** A file that can not be read as a table; the person who sent it is told why. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError';
  readonly code: SpreadsheetErrorCode;
  /** The row of the file that caused it; null if it was none. */
  readonly row: number | null;

  constructor(code: SpreadsheetErrorCode, cause?: unknown, row: number | null = null) {
    super(code, { cause });
    this.code = code;
    this.row = row;
  }
}

/** A row of a file: its number as a spreadsheet shows it, from 1, and its cells as they stand there. */
export interface FileRow {
  number: number;
  cells: readonly string[];
  /** Of a workbook: numbers that their cells show in another way, by column from 0, such as 0012 for 12. */
  shown?: ReadonlyMap<number, string>;
}

export const COLUMNS_MAX = 200;

/**
 * The header is one of so many rows, counted from the first filled one: titles, labels and empty rows may be
 * above it.
 */
const HEADER_WITHIN = 20;

/** How well the cells of a row name the columns of a table: 0 where they do not. */
export type NameScore = (cells: readonly string[]) => number;

const isFilled = (cell: string) => cell.trim() !== '';

/** The filled rows among which the header is. */
export function topRows(rows: readonly FileRow[]): FileRow[] {
  const filled = rows.filter(({ cells }) => cells.some(isFilled));
  const end = (filled[0]?.number ?? 0) + HEADER_WITHIN;
  return filled.filter(({ number }) => number < end);
}

/** Reads the rows among which the header is. Throws a SpreadsheetError if all rows are empty. */
export async function readTopRows(batches: AsyncIterable<FileRow[]>): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch.filter(({ cells }) => cells.some(isFilled)));
    if ((batch.at(-1)?.number ?? 0) >= (rows[0]?.number ?? Infinity) + HEADER_WITHIN) break;
  }
  if (rows.length === 0) throw new SpreadsheetError('FILE_EMPTY');
  return topRows(rows);
}

/**
 * The header among the first rows: the row that names the columns best, and two of them at least. Otherwise the
 * first row with more than one filled cell, since a title fills one; in a table of one column the first row.
 */
export function headerAmong<R extends Pick<FileRow, 'cells'>>(
  rows: readonly R[],
  score: NameScore,
): R | undefined {
  const named = rows.map(({ cells }) => score(cells));
  const max = Math.max(...named);
  if (max > 1) return rows[named.indexOf(max)];
  return rows.find(({ cells }) => cells.filter(isFilled).length > 1) ?? rows[0];
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, at) => cell === other[at]);

/**
 * The filled rows below the header, without those that repeat it at a page break. Throws a SpreadsheetError if
 * there are none, or more than `max`.
 */
export async function* rowsBelow(
  headerRow: number,
  batches: AsyncIterable<FileRow[]>,
  max: number,
  code: 'TOO_MANY_ROWS' | 'WORKBOOK_TOO_LONG',
): AsyncGenerator<FileRow[]> {
  let count = 0;
  let header: readonly string[] = [];
  for await (const batch of batches) {
    header = batch.find(({ number }) => number === headerRow)?.cells ?? header;
    const rows = batch.filter(
      ({ number, cells }) => number > headerRow && cells.some(isFilled) && !isSame(cells, header),
    );
    count += rows.length;
    if (count > max) throw new SpreadsheetError(code);
    if (rows.length > 0) yield rows;
  }
  if (count === 0) throw new SpreadsheetError('FILE_EMPTY');
}
