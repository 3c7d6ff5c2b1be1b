import { stringify } from 'csv-stringify/sync';

/** Byte order mark. Spreadsheet programs read the file as UTF-8 if it begins with it. */
export const CSV_MARK = '\uFEFF';

/**
 * Rows as CSV by RFC 4180, each ended by CR LF. A cell that a spreadsheet would run as a formula
 * (it begins with = + - @, a tab or a carriage return) gets a leading apostrophe and becomes text.
 */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return stringify(
    rows.map((cells) => [...cells]),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  );
}
