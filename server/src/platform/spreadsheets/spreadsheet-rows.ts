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
}

export const COLUMNS_MAX = 200;

/**
 * The header is one of so many rows, counted from the first filled one: a title and empty rows may be
 * above it.
 */
export const HEADER_WITHIN = 10;

const isFilled = (cell: string) => cell.trim() !== '';

/**
 * The index of the header among the filled rows: the first row with more than one filled cell, since a
 * title fills one. Null while such a row may still come. In a table of one column it is the first row.
 */
function headerAt(filled: readonly FileRow[], readTo: number): number | null {
  const [first] = filled;
  if (!first) return null;
  const end = first.number + HEADER_WITHIN;
  const at = filled.findIndex(
    ({ number, cells }) => number < end && cells.filter(isFilled).length > 1,
  );
  if (at !== -1) return at;
  return readTo + 1 < end ? null : 0;
}

/**
 * The filled rows of a file from its header on, with the numbers that they have in the file. The size of
 * batches does not matter: the header is found when a file arrives, and again by each check.
 */
export async function* tableRows(batches: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  let leading: FileRow[] | null = [];
  for await (const batch of batches) {
    const filled = batch.filter(({ cells }) => cells.some(isFilled));
    if (!leading) {
      yield filled;
      continue;
    }
    leading.push(...filled);
    const at = headerAt(leading, batch.at(-1)?.number ?? 0);
    if (at === null) continue;
    yield leading.slice(at);
    leading = null;
  }
  if (leading) yield leading;
}

/** The rows below the header. Throws a SpreadsheetError if there are none, or more than `most`. */
export async function* rowsBelowHeader(
  batches: AsyncIterable<FileRow[]>,
  most: number,
  code: 'TOO_MANY_ROWS' | 'WORKBOOK_TOO_LONG',
): AsyncGenerator<FileRow[]> {
  let count = -1;
  for await (const batch of tableRows(batches)) {
    const rows = count === -1 ? batch.slice(1) : batch;
    count += batch.length;
    if (count > most) throw new SpreadsheetError(code);
    if (rows.length > 0) yield rows;
  }
  if (count < 1) throw new SpreadsheetError('FILE_EMPTY');
}
