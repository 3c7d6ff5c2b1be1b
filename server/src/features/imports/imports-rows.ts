import { createReadStream } from 'node:fs';
import { type FileRow, readCsv } from './imports-csv.ts';
import { type Dialect, separatorOf } from './imports-dialect.ts';
import { ImportError } from './imports-error.ts';
import { tableRows } from './imports-table.ts';
import { openWorkbook } from './imports-workbook.ts';
import { type TextEncoding, textEncodingOf } from '#platform/files/text-files.ts';

/** Columns of a file at the most; what stands further right is not looked at. */
export const COLUMNS_MAX = 200;
const COLUMN_NAME_MAX = 100;
/** Bytes at the beginning of a text in which its header has to stand. */
const HEAD = 256 * 1024;

/** How a file is read, and the names of its columns. */
export interface Header {
  /** Null for a workbook. */
  dialect: Dialect | null;
  columns: string[];
}

async function headerRow(batches: AsyncIterable<FileRow[]>): Promise<readonly string[]> {
  for await (const [row] of tableRows(batches)) if (row) return row.cells;
  throw new ImportError('FILE_EMPTY');
}

/** A name on one line, of whole characters: a workbook can hold some that no database takes. */
function columnNameOf(cell: string): string {
  const line = cell.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return line.slice(0, COLUMN_NAME_MAX).toWellFormed();
}

/** The names that a header row gives to the columns of its file. */
function columnsOf(cells: readonly string[]): string[] {
  const names = cells.slice(0, COLUMNS_MAX).map(columnNameOf);
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

async function textHeadOf(file: string, encoding: TextEncoding): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: HEAD - 1 })) bytes.push(chunk);
  return new TextDecoder(encoding).decode(Buffer.concat(bytes));
}

/** Reads the header of a text that has just arrived. Throws an ImportFault where there is none. */
export async function readTextHeader(file: string): Promise<Header> {
  const encoding = await textEncodingOf(file);
  if (!encoding) throw new ImportError('FILE_UNREADABLE');
  const dialect = { encoding, ...separatorOf(await textHeadOf(file, encoding)) };
  const columns = columnsOf(await headerRow(readCsv(createReadStream(file), dialect)));
  return { dialect, columns };
}

/** Reads the header of a workbook that has just arrived. Throws an ImportFault where there is none. */
export async function readWorkbookHeader(file: string): Promise<Header> {
  const workbook = await openWorkbook(file);
  try {
    return { dialect: null, columns: columnsOf(await headerRow(workbook.head())) };
  } finally {
    workbook.close();
  }
}
