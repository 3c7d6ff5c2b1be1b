import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Dialect } from './spreadsheet-dialect.ts';
import { type FileRow, SpreadsheetError } from './spreadsheet-rows.ts';

/** Bytes of one row at the most: a quote that is never closed must not swallow the whole file. */
const ROW_MAX = 256 * 1024;
/** Rows that are handed on together: few enough that their text is no large object of the heap. */
const BATCH = 250;

const ENDLESS: readonly string[] = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

/** What the parser can not read is the file's fault, all else is ours. */
function errorOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const code = ENDLESS.includes(error.code) ? 'ROW_ENDLESS' : 'FILE_UNREADABLE';
  // It counts the rows that it has read: the one in which the quote opens is the next.
  const { records } = error;
  return new SpreadsheetError(code, error, typeof records === 'number' ? records + 1 : null);
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function openParser(file: Readable, { encoding, separator }: Dialect) {
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    // All ways to end a line, for some files have more than one.
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: ROW_MAX,
  });
  // The parser reads UTF-8 by itself; a fault on the way comes out of it.
  const text = encoding === 'utf-8' ? file : Readable.from(decoded(file, encoding));
  return pipeline(text, parser, () => undefined);
}

/** The rows of a text in batches, header and blank rows included; memory does not grow with it. */
export async function* readCsv(file: Readable, dialect: Dialect): AsyncGenerator<FileRow[]> {
  let number = 0;
  let batch: FileRow[] = [];
  try {
    const records: AsyncIterable<string[]> = openParser(file, dialect);
    for await (const cells of records) {
      number += 1;
      if (number === 1 && dialect.announced) continue;
      batch.push({ number, cells });
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw errorOf(error);
  } finally {
    file.destroy();
  }
  yield batch;
}
