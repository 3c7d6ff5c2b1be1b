import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import * as z from 'zod/mini';
import { TEXT_ENCODINGS } from '#platform/files/text-files.ts';
import { type FileRow, HEADER_WITHIN, SpreadsheetError } from './spreadsheet-rows.ts';

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

/** How often each of the separators stands in a line; in quotes it does not count. */
function separatorsOf(line: string): number[] {
  const bare = line.replaceAll(/"(?:[^"]|"")*"?/g, '""');
  return SEPARATORS.map((separator) => bare.split(separator).length - 1);
}

/** The separator of a table by its first lines, and whether the very first line announces it. */
export function separatorOf(head: string): Pick<Dialect, 'separator' | 'announced'> {
  const word = /^\uFEFF?sep=(.)\r?\n/i.exec(head)?.[1];
  const told = SEPARATORS.find((known) => known === word);
  if (told) return { separator: told, announced: true };
  const lines = head.replace(/^\s*[\r\n]/, '').split(/\r\n|\r|\n/, HEADER_WITHIN);
  // A title has no separator and is skipped. If no line has one, it is a table of one column: any will do.
  const counts = lines.map(separatorsOf).find((line) => Math.max(...line) > 0) ?? [];
  const most = Math.max(...counts);
  return { separator: SEPARATORS[counts.indexOf(most)] ?? ',', announced: false };
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
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    // All ways to end a line, for some files have more than one.
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: ROW_MAX,
  });
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
