import * as z from 'zod/mini';
import { TEXT_ENCODINGS } from '#platform/files/text-files.ts';

/** What may stand between the cells of a text. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/**
 * Rows from the first that says something, among which the header stands: a title and empty rows may
 * be above it.
 */
export const HEADER_WITHIN = 10;

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

/** How often each of the separators stands in a line. */
function separatorsOf(line: string): number[] {
  const bare = unquoted(line);
  return SEPARATORS.map((separator) => bare.split(separator).length - 1);
}

/** The separator of a table by its first lines, and whether the very first line announces it. */
export function separatorOf(head: string): Pick<Dialect, 'separator' | 'announced'> {
  const word = /^\uFEFF?sep=(.)\r?\n/i.exec(head)?.[1];
  const told = SEPARATORS.find((known) => known === word);
  if (told) return { separator: told, announced: true };
  const lines = head.replace(/^\s*[\r\n]/, '').split(/\r\n|\r|\n/, HEADER_WITHIN);
  const counted = lines.map(separatorsOf);
  // A title has none, and so have all rows of a table of one column: any separator will do for it.
  const counts = counted.find((line) => Math.max(...line) > 0) ?? [];
  const most = Math.max(...counts);
  return { separator: SEPARATORS[counts.indexOf(most)] ?? ',', announced: false };
}
