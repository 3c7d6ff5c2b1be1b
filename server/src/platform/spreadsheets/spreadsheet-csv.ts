import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { TEXT_ENCODINGS } from '#platform/files/text-files.ts';
import {
  type FileRow,
  topRows,
  headerAmong,
  type NameScore,
  SpreadsheetError,
} from './spreadsheet-rows.ts';

/** Separators of cells that are recognized. */
const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Most bytes of a row: after a quote that is never closed, the rest of the file would be one row. */
const ROW_MAX = 64 * 1024;
/** Rows of a batch: few enough that their text is no large object of the heap. */
const BATCH = 250;
const ENDLESS: readonly string[] = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

/** How a table in a text is read. */
export const dialectShape = z.object({
  encoding: z.enum(TEXT_ENCODINGS),
  separator: z.enum(SEPARATORS),
  /** The first line of a file that Excel wrote with its separator in it: `sep=;`. */
  announced: z.boolean(),
});
export type Dialect = z.infer<typeof dialectShape>;

/** Rows by which the separator is found. */
const SAMPLE = 100;

/** How the parser reads a table; the separator is added. */
const OPTIONS = {
  bom: true,
  relax_quotes: true,
  relax_column_count: true,
  // All ways to end a line, for some files have more than one.
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: ROW_MAX,
};

/** The first rows of a text; those before the place where it can not be read. */
function sampleOf(head: string, separator: string): FileRow[] {
  const rows: FileRow[] = [];
  const add = (cells: string[]) => void rows.push({ number: rows.length + 1, cells });
  try {
    parseText(head, { ...OPTIONS, delimiter: separator, to: SAMPLE, on_record: add });
  } catch (error) {
    // Where the file itself can not be read, reading it says so.
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

/**
 * The separator of a table by its first lines, and whether the very first line announces it. It is the one by
 * which the header names most columns, or else by which most rows are as wide as the header.
 */
export function separatorOf(
  head: string,
  score: NameScore,
): Pick<Dialect, 'separator' | 'announced'> {
  const word = /^\uFEFF?sep=(.)\r?\n/i.exec(head)?.[1];
  const told = SEPARATORS.find((known) => known === word);
  if (told) return { separator: told, announced: true };
  const found = SEPARATORS.map((separator) => {
    const rows = sampleOf(head, separator);
    const header = headerAmong(topRows(rows), score)?.cells ?? [];
    const wide = rows.filter(({ cells }) => cells.length === header.length).length;
    return { separator, names: score(header), wide: header.length > 1 ? wide : 0 };
  });
  const [best] = found.toSorted((a, b) => b.names - a.names || b.wide - a.wide);
  return { separator: best?.separator ?? ',', announced: false };
}

/** Turns an error of the parser into a SpreadsheetError. Returns any other error as it is. */
function errorOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const code = ENDLESS.includes(error.code) ? 'ROW_ENDLESS' : 'FILE_UNREADABLE';
  // `records` counts the rows before the error, so the row with the open quote is the next one.
  const { records } = error;
  return new SpreadsheetError(code, error, typeof records === 'number' ? records + 1 : null);
}

function openParser(file: Readable, { encoding, separator }: Dialect) {
  const parser = parse({ ...OPTIONS, delimiter: separator });
  // The parser decodes UTF-8 itself. It also emits the errors of the streams before it.
  const text =
    encoding === 'utf-8'
      ? file
      : Readable.toWeb(file).pipeThrough<string>(new TextDecoderStream(encoding));
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
