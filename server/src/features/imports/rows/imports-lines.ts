import type { RuledRow } from './imports-row-rules.ts';

/** Where the lines go: see {@link lineOf}. */
export const LINES_TARGET = `customer_import_rows (organization_id, import_id, attempt, row_number,
  first_name, middle_name, last_name, phone, email, reference, cells, refusals)`;

/** Letters of a cell that are kept to be shown to people, and cells of a row. */
const CELL_MAX = 500;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A value in PostgreSQL's text format. */
function field(text: string | null): string {
  if (text === null) return '\\N';
  return text.replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** A row that was judged, on its way into the table of rows. */
export interface JudgedRow {
  number: number;
  cells: readonly string[];
  ruled: RuledRow;
  /** The reference, where it is good in itself. */
  reference: string | null;
}

/** A line for COPY; `start` holds the first three columns, which are the same for all rows. */
export function lineOf(start: string, { number, cells, ruled, reference }: JudgedRow): string {
  const { input, errors } = ruled;
  const kept = JSON.stringify(cells.map((cell) => cell.slice(0, CELL_MAX)));
  const values = input
    ? [input.firstName, input.middleName, input.lastName, input.phoneNumber, input.email]
    : [null, null, null, null, null];
  const refusals = errors && JSON.stringify(errors);
  const fields = [...values, reference, kept, refusals].map(field).join('\t');
  return `${start}\t${number}\t${fields}\n`;
}
