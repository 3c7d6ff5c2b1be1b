import * as z from 'zod/mini';
import { TEXT_ENCODINGS } from '#platform/text-files.ts';

/** What may stand between the cells of a text. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** How a table in a text is read. */
export const dialectShape = z.object({
  encoding: z.enum(TEXT_ENCODINGS),
  separator: z.enum(SEPARATORS),
  /** The first line of a file that Excel wrote with its separator in it: `sep=;`. */
  announced: z.boolean(),
});
export type Dialect = z.infer<typeof dialectShape>;

/** A cell in quotes can hold every separator: it does not count. */
function unquoted(line: string): string {
  return line.replaceAll(/"(?:[^"]|"")*"?/g, '""');
}

/** The separator of a table by its first lines, and whether the very first line announces it. */
export function separatorOf(head: string): Pick<Dialect, 'separator' | 'announced'> {
  const word = /^\uFEFF?sep=(.)\r?\n/i.exec(head)?.[1];
  const told = SEPARATORS.find((known) => known === word);
  if (told) return { separator: told, announced: true };
  const lines = head.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const header = unquoted(lines[0] ?? '');
  const counts = SEPARATORS.map((separator) => header.split(separator).length - 1);
  const most = Math.max(...counts);
  // A table of one column has none: any separator will do.
  return { separator: SEPARATORS[counts.indexOf(most)] ?? ',', announced: false };
}
