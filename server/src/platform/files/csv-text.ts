import { stringify } from 'csv-stringify/sync';

/** Spreadsheets take UTF-8 for what it is when the file begins with this mark. */
export const CSV_MARK = '\uFEFF';

/**
 * Rows as CSV by RFC 4180, each ended by CR LF. A cell that a spreadsheet would run as a formula
 * (it begins with = + - @, a tab or a carriage return) gets a leading ' and is text from then on.
 */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return stringify(
    rows.map((cells) => [...cells]),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  );
}
