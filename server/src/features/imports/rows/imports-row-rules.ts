import {
  type CustomerInput,
  customerInputShape,
} from '@tegeka/contract/customers/customer-writing.ts';
import {
  IMPORT_COLUMN_NAMES,
  type ImportColumn,
  type RowRefusal,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import { tellingOf } from '#platform/http/input-messages.ts';
import type { $ZodIssue } from 'zod/v4/core';

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

/** A shortened reference is a text like any other to the shape: nobody could tell its customer by it. */
function referenceErrors({ customerReferenceNumber }: NamedCells): RowError[] {
  const isLost = SHORTENED.test(customerReferenceNumber);
  return isLost ? [{ column: 'customerReferenceNumber', code: 'DIGITS_LOST' }] : [];
}

/** Judges a row by the rules of `contract/src/customers/customers.ts`, and refuses references without their digits. */
export function ruleRow(named: NamedCells): RuledRow {
  const lost = referenceErrors(named);
  const parsed = customerInputShape.safeParse(named);
  const issues = parsed.error?.issues.map((issue) => errorOf(issue, named)) ?? [];
  const [first, ...others] = [...issues, ...lost];
  if (parsed.success && !first) return { input: parsed.data, errors: null };
  if (!first) throw new Error('A row was refused without a reason');
  const seen = new Set([first.column]);
  const further = others.filter(({ column }) => !seen.has(column) && seen.add(column));
  return { input: null, errors: [first, ...further] };
}
