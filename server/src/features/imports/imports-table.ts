import type { FileRow } from './imports-csv.ts';
import { HEADER_WITHIN } from './imports-dialect.ts';

const isFilled = (cell: string) => cell.trim() !== '';

/** Rows that say something: blank ones are nothing, wherever they stand. */
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
