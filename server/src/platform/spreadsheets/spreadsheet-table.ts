import { HEADER_WITHIN } from './spreadsheet-dialect.ts';
import { type FileRow, SpreadsheetError } from './spreadsheet-rows.ts';

const isFilled = (cell: string) => cell.trim() !== '';

/** Rows with anything in them: blank ones are nothing, wherever they stand. */
const filledOf = (rows: readonly FileRow[]) => rows.filter(({ cells }) => cells.some(isFilled));

/**
 * Where the header stands among the first filled rows: below a title, which fills one cell. Null while
 * rows that can be it have not been read; a table of one column has its header in its first row.
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
 * The filled rows of a file from its header on, with the numbers that they have in the file. They are
 * the same whatever the batches: the header is found when a file arrives, and again by each check.
 */
export async function* tableRows(batches: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  let leading: FileRow[] | null = [];
  for await (const batch of batches) {
    const filled = filledOf(batch);
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

/** The rows below the header. Throws a SpreadsheetError where they are none, or more than a limit. */
export async function* rowsBelowHeader(
  batches: AsyncIterable<FileRow[]>,
  limit: { rows: number; code: 'TOO_MANY_ROWS' | 'WORKBOOK_TOO_LONG' },
): AsyncGenerator<FileRow[]> {
  let count = -1;
  for await (const batch of tableRows(batches)) {
    const rows = count === -1 ? batch.slice(1) : batch;
    count += batch.length;
    if (count > limit.rows) throw new SpreadsheetError(limit.code);
    if (rows.length > 0) yield rows;
  }
  if (count < 1) throw new SpreadsheetError('FILE_EMPTY');
}
