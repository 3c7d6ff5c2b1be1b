import { type CustomerInput, customerInputShape } from '@tegeka/contract/customer-writing.ts';
import {
  IMPORT_COLUMN_NAMES,
  type ImportColumn,
  type RowRefusal,
} from '@tegeka/contract/customer-import-rules.ts';
import type { $ZodIssue } from 'zod/v4/core';
import { quickInput } from './imports-row-quick.ts';

/** Why a row is refused: which of our columns, null for the row as a whole, and what is wrong. */
export interface RowFault {
  column: ImportColumn | null;
  code: RowRefusal;
}

/** The cells of a row under the names of our columns; '' where it has none. */
export type NamedCells = Record<ImportColumn, string>;

/** A row after its check by itself: a customer, or why it is none. */
export type RuledRow =
  | { input: CustomerInput; faults: null }
  | { input: null; faults: readonly [RowFault, ...RowFault[]] };

function codeOf(column: ImportColumn, leaf: $ZodIssue): RowRefusal {
  if (column === 'phoneNumber') return 'PHONE_INVALID';
  if (leaf.code === 'too_small') return 'MISSING';
  if (leaf.code === 'too_big') return 'TOO_LONG';
  return column === 'email' ? 'EMAIL_INVALID' : 'TEXT_INVALID';
}

function faultOf(issue: $ZodIssue): RowFault {
  const column = IMPORT_COLUMN_NAMES.find((name) => name === issue.path[0]);
  // The one rule that binds two fields is a check of the whole.
  if (!column || issue.code === 'custom') return { column: null, code: 'NOT_REACHABLE' };
  // An optional field is '' or of a shape; what is wrong is said by the shape, which stands last.
  const leaf = issue.code === 'invalid_union' ? (issue.errors.at(-1)?.[0] ?? issue) : issue;
  return { column, code: codeOf(column, leaf) };
}

/** Judges a row by the rules of `contract/src/customers.ts`, and no others. */
export function ruleRow(named: NamedCells): RuledRow {
  const quick = quickInput(named);
  if (quick) return { input: quick, faults: null };
  const parsed = customerInputShape.safeParse(named);
  if (parsed.success) return { input: parsed.data, faults: null };
  const [first, ...others] = parsed.error.issues.map(faultOf);
  if (!first) throw new Error('A row was refused without a reason');
  const seen = new Set([first.column]);
  const further = others.filter(({ column }) => !seen.has(column) && seen.add(column));
  return { input: null, faults: [first, ...further] };
}
