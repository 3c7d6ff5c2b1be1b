import {
  type CustomerInput,
  customerInputShape,
} from '@tegeka/contract/customers/customer-writing.ts';
import {
  IMPORT_COLUMN_NAMES,
  type ImportColumn,
  type ImportMapping,
  type RowRefusal,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { $ZodIssue } from 'zod/v4/core';
import { withoutDefusing } from '#platform/files/text-files.ts';
import { tellingOf } from '#platform/http/input-messages.ts';
import { COLUMNS_MAX, type FileRow } from '#platform/spreadsheets/spreadsheet-rows.ts';
import type { ImportRow } from './imports-store.ts';

/** Why a row is refused: which of our columns, null for the row as a whole, and what is wrong. */
export interface RowError {
  column: ImportColumn | null;
  code: RowRefusal;
}

/** The cells of a row under the names of our columns; '' where it has none. */
export type NamedCells = Record<ImportColumn, string>;

/** A row after its check by itself: a customer, or why it is none. */
export type RuledRow =
  | { input: CustomerInput; errors: null }
  | { input: null; errors: readonly [RowError, ...RowError[]] };

/**
 * A long number as spreadsheets show it, and write it into a CSV: 2.56772E+11, or with a comma. They
 * leave five digits after the point at the most, and the others are lost.
 */
const SHORTENED = /^\d[.,]\d{1,5}E\+\d\d$/i;

/** A number as spreadsheets and programs write it (772123456.0, 2,56772123456E+11) in plain digits. */
function plainNumber(text: string): string {
  const [, whole = '', fraction = '', power = '0'] =
    /^(\d+)[.,](\d+)(?:E\+?(\d{1,2}))?$/i.exec(text) ?? [];
  const digits = fraction.replace(/0+$/, '');
  const isWhole = whole !== '' && digits.length <= Number(power);
  // Cut to what was shown, the last digits are lost: that is no number any more.
  const isCut = power !== '0' && digits.length <= 5;
  return isWhole && !isCut ? whole + digits.padEnd(Number(power), '0') : text;
}

/** The cells of a row under the names of our columns. */
export function nameCells(cells: readonly string[], mapping: ImportMapping): NamedCells {
  // Our own exports can be imported again.
  const at = (name: ImportColumn) => withoutDefusing(cells[mapping[name] ?? -1]?.trim() ?? '');
  return {
    firstName: at('firstName'),
    middleName: at('middleName'),
    lastName: at('lastName'),
    phoneNumber: plainNumber(at('phoneNumber')),
    email: at('email'),
    customerReferenceNumber: at('customerReferenceNumber'),
  };
}

function codeOf(column: ImportColumn, leaf: $ZodIssue, text: string): RowRefusal {
  if (column === 'phoneNumber') return SHORTENED.test(text) ? 'DIGITS_LOST' : 'PHONE_INVALID';
  if (leaf.code === 'too_small') return 'MISSING';
  if (leaf.code === 'too_big') return 'TOO_LONG';
  return column === 'email' ? 'EMAIL_INVALID' : 'TEXT_INVALID';
}

function errorOf(issue: $ZodIssue, named: NamedCells): RowError {
  const column = IMPORT_COLUMN_NAMES.find((name) => name === issue.path[0]);
  // The one rule that binds two fields is a check of the whole.
  if (!column || issue.code === 'custom') return { column: null, code: 'NOT_REACHABLE' };
  return { column, code: codeOf(column, tellingOf(issue), named[column]) };
}

/** Judges a row by the rules of a customer, and refuses references without their digits. */
export function ruleRow(named: NamedCells): RuledRow {
  const parsed = customerInputShape.safeParse(named);
  const errors = parsed.error?.issues.map((issue) => errorOf(issue, named)) ?? [];
  // A text like any other to the shape: nobody could tell its customer by it.
  if (SHORTENED.test(named.customerReferenceNumber))
    errors.push({ column: 'customerReferenceNumber', code: 'DIGITS_LOST' });
  const [first, ...others] = errors;
  if (parsed.success && !first) return { input: parsed.data, errors: null };
  if (!first) throw new Error('A row was refused without a reason');
  const seen = new Set([first.column]);
  const further = others.filter(({ column }) => !seen.has(column) && seen.add(column));
  return { input: null, errors: [first, ...further] };
}

/**
 * Whether a row of a text has as many cells as its header; empty ones at the end do no harm. Of a
 * header that is too wide to be read to its end nobody knows.
 */
function isRagged(cells: readonly string[], columns: number): boolean {
  if (cells.length < columns) return true;
  return columns !== COLUMNS_MAX && cells.slice(columns).some((cell) => cell.trim() !== '');
}

/** Where the lines go: see {@link copyLine}. */
export const LINES_TARGET = `customer_import_rows (organization_id, import_id, attempt, row_number,
  first_name, middle_name, last_name, phone, email, reference, cells, refusals)`;

/** Letters of a cell that are kept to be shown to people. */
const CELL_MAX = 500;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A value in PostgreSQL's text format. */
function field(text: string | null): string {
  return text?.replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign) ?? '\\N';
}

const RAGGED: RuledRow = { input: null, errors: [{ column: null, code: 'RAGGED' }] };

/** A row as a line for COPY, judged; `start` holds the first three columns, the same for all rows. */
export function copyLine(
  start: string,
  { number, cells }: FileRow,
  { dialect, columns, mapping }: Pick<ImportRow, 'dialect' | 'columns' | 'mapping'>,
): string {
  const ragged = dialect !== null && isRagged(cells, columns.length);
  const named = nameCells(cells, mapping);
  const { input, errors } = ragged ? RAGGED : ruleRow(named);
  // Kept where it is good in itself: other rows must not say the same.
  const hasReference =
    !ragged && !errors?.some(({ column }) => column === 'customerReferenceNumber');
  const fields = [
    input?.firstName ?? null,
    input?.middleName ?? null,
    input?.lastName ?? null,
    input?.phoneNumber ?? null,
    input?.email ?? null,
    hasReference ? named.customerReferenceNumber : null,
    JSON.stringify(cells.map((cell) => cell.slice(0, CELL_MAX))),
    errors && JSON.stringify(errors),
  ];
  return `${start}\t${number}\t${fields.map(field).join('\t')}\n`;
}
