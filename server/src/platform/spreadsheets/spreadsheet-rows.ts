/** Why a file can not be read as a table. */
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
  /** The row of the file that is to blame, if one is. */
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

/** Columns of a file that are read. */
export const COLUMNS_MAX = 200;
