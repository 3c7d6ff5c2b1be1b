import type { ImportMapping } from '@tegeka/contract/customers/customer-import-rules.ts';
import { COLUMNS_MAX } from '#platform/spreadsheets/spreadsheet-rows.ts';
import type { NamedCells } from './imports-row-rules.ts';

/**
 * A cell as a person meant it: without spaces around, and without the ' with which our own exports
 * keep spreadsheets from running +256… as a formula.
 */
function plainCell(text: string | undefined): string {
  const trimmed = (text ?? '').trim();
  return /^'[=+\-@]/.test(trimmed) ? trimmed.slice(1) : trimmed;
}

/** Spreadsheets show long numbers with five digits after the point: what has more has them all. */
const SHOWN_DIGITS = 5;

/** A number as spreadsheets and programs write it (772123456.0, 2,56772123456E+11) in plain digits. */
function plainNumber(text: string): string {
  const [, whole = '', fraction = '', power = '0'] =
    /^(\d+)[.,](\d+)(?:E\+?(\d{1,2}))?$/i.exec(text) ?? [];
  if (whole === '') return text;
  const digits = fraction.replace(/0+$/, '');
  const isWhole = digits.length <= Number(power);
  // Cut to what was shown, the last digits are lost: that is no number any more.
  const isCut = power !== '0' && digits.length <= SHOWN_DIGITS;
  return isWhole && !isCut ? whole + digits.padEnd(Number(power), '0') : text;
}

/** The cells of a row under the names of our columns. */
export function nameCells(cells: readonly string[], mapping: ImportMapping): NamedCells {
  const at = (position: number | undefined) =>
    position === undefined ? '' : plainCell(cells[position]);
  return {
    firstName: at(mapping.firstName),
    middleName: at(mapping.middleName),
    lastName: at(mapping.lastName),
    phoneNumber: plainNumber(at(mapping.phoneNumber)),
    email: at(mapping.email),
    customerReferenceNumber: at(mapping.customerReferenceNumber),
  };
}

/**
 * Whether a row of a text has as many cells as its header; empty ones at the end do no harm. Of a
 * header that is too wide to be read to its end nobody knows.
 */
export function isRagged(cells: readonly string[], columns: number): boolean {
  if (cells.length < columns) return true;
  if (columns === COLUMNS_MAX) return false;
  return cells.slice(columns).some((cell) => cell.trim() !== '');
}
