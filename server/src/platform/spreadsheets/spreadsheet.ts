import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { plainText } from '@tegeka/contract/kit/text.ts';
import { expectNoTransaction } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { UploadedFile } from '#platform/files/stored-files.ts';
import { type TextEncoding, textEncodingOf } from '#platform/files/text-files.ts';
import { openConcurrencyLimiter } from '#platform/limits/concurrency-limiter.ts';
import { type Dialect, readCsv, separatorOf } from './spreadsheet-csv.ts';
import {
  COLUMNS_MAX,
  type FileRow,
  headerAmong,
  type NameScore,
  readTopRows,
  rowsBelow,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from './spreadsheet-rows.ts';
import { readWorkbook } from './spreadsheet-workbook.ts';

/** Headers that are read at the same time: the texts of a workbook are in memory meanwhile. */
const limited = openConcurrencyLimiter(2);
const COLUMN_NAME_MAX = 100;
/** Bytes at the beginning of a text in which its header has to stand. */
const HEAD = 256 * 1024;

/** How a file is read. */
export interface Header {
  /** Null for a workbook. */
  dialect: Dialect | null;
  /** The filled rows at its beginning, as names of columns. */
  topRows: { row: number; cells: string[] }[];
  /** Which of them is the header. */
  headerRow: number;
}

/** The error codes for a file whose header can not be read. */
const AT_ONCE: Record<SpreadsheetErrorCode, ErrorCode> = {
  FILE_UNREADABLE: 'FILE_DAMAGED',
  ROW_ENDLESS: 'FILE_DAMAGED',
  FILE_EMPTY: 'FILE_EMPTY',
  TOO_MANY_ROWS: 'FILE_TOO_LARGE',
  WORKBOOK_TOO_LONG: 'FILE_TOO_LARGE',
  TOO_LARGE_UNPACKED: 'TOO_LARGE_UNPACKED',
};

/**
 * The name of a column on one line, without lone surrogates, which the database refuses. In a file without a
 * header these are cells of its first row: of a long number, as of an account, the last digits are kept.
 */
function columnNameOf(cell: string): string {
  const line = plainText(cell.replaceAll(/\p{Cc}+/gu, ' '));
  const masked = line.replaceAll(/\d(?:[ -]?\d){4,}(?=(?:[ -]?\d){4})/g, '•••• ');
  return masked.slice(0, COLUMN_NAME_MAX).toWellFormed();
}

function namesOf({ cells }: FileRow): string[] {
  const names = cells.slice(0, COLUMNS_MAX).map(columnNameOf);
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

async function textHeadOf(file: string, encoding: TextEncoding): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: HEAD - 1 })) bytes.push(chunk);
  return new TextDecoder(encoding).decode(Buffer.concat(bytes));
}

async function headerOf(
  { path: file, mediaType }: UploadedFile,
  score: NameScore,
): Promise<Header> {
  const dialect = mediaType === 'text/csv' ? await dialectOf(file, score) : null;
  const batches = dialect ? readCsv(createReadStream(file), dialect) : readWorkbook(file);
  const rows = (await readTopRows(batches)).map((row) => ({
    row: row.number,
    cells: namesOf(row),
  }));
  const headerRow = headerAmong(rows, score)?.row ?? 1;
  return { dialect, topRows: rows, headerRow };
}

async function dialectOf(file: string, score: NameScore): Promise<Dialect> {
  const encoding = await textEncodingOf(file);
  if (!encoding) throw new SpreadsheetError('FILE_UNREADABLE');
  return { encoding, ...separatorOf(await textHeadOf(file, encoding), score) };
}

/**
 * The header of a CSV file or workbook that has just arrived, and how to read it. Refuses a file that is
 * no table, with the message of `textOf` at the field `file`.
 */
export async function readHeader(
  upload: UploadedFile,
  score: NameScore,
  textOf: (error: SpreadsheetErrorCode, row: number | null) => string,
): Promise<Header> {
  expectNoTransaction('reading a header');
  try {
    return await limited(() => headerOf(upload, score));
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    const fields = [{ field: 'file', message: textOf(error.code, error.row) }];
    throw refuse(AT_ONCE[error.code], { fields });
  }
}

/** Reading a workbook needs random access, so the stream is first copied to a temporary file. */
async function* readWorkbookCopy(stream: Readable, folder: string): AsyncGenerator<FileRow[]> {
  const own = await mkdtemp(path.join(folder, 'import-'));
  try {
    const file = path.join(own, 'workbook');
    await pipeline(stream, createWriteStream(file));
    yield* readWorkbook(file);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** How much of a file is read, and where a copy of a workbook is kept. */
export interface ReadLimits {
  csvRows: number;
  workbookRows: number;
  folder: string;
}

/**
 * The rows of a stored file below its header, in batches. Throws a SpreadsheetError where it can not
 * be read, has no rows or too many.
 */
export function readRows(
  stream: Readable,
  { dialect, headerRow }: Pick<Header, 'dialect' | 'headerRow'>,
  { csvRows, workbookRows, folder }: ReadLimits,
): AsyncGenerator<FileRow[]> {
  return dialect
    ? rowsBelow(headerRow, readCsv(stream, dialect), csvRows, 'TOO_MANY_ROWS')
    : rowsBelow(headerRow, readWorkbookCopy(stream, folder), workbookRows, 'WORKBOOK_TOO_LONG');
}
