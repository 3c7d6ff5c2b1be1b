import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  IMPORT_FAILURE_CODES,
  IMPORT_FAILURES,
  type ImportFailure,
  type RowRefusal,
} from '@tegeka/contract/customer-import-rules.ts';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { countWords } from '#ui/list/count-words.ts';
import type { ImportStage, Progress } from '#features/imports/import-stage.ts';

/** A count and its noun: `1 row`, `2,000 rows`. */
export function countOf(count: number, noun: 'row' | 'customer' | 'refused row'): string {
  return `${countWords(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A stage as its badge has it: the word of the specification that gives its colour, and the text. */
export const STAGE_BADGES: Record<ImportStage, { value: string; words: string }> = {
  COLUMNS: { value: 'PENDING', words: 'Columns to match' },
  CHECKING: { value: 'PROCESSING', words: 'Checking' },
  CHECKED: { value: 'PENDING', words: 'Waiting for you' },
  IMPORTING: { value: 'PROCESSING', words: 'Importing' },
  DONE: { value: 'COMPLETED', words: 'Imported' },
  CANCELLED: { value: 'CANCELLED', words: 'Cancelled' },
  FAILED: { value: 'FAILED', words: 'Failed' },
};

/** What is to be said of an open upload where it is only mentioned; an ended one is not. */
export const OPEN_WORDS: Partial<Record<ImportStage, string>> = {
  COLUMNS: 'waits for you to match its columns',
  CHECKING: 'is being checked',
  CHECKED: 'is checked and waits for you',
  IMPORTING: 'is being imported',
};

/** The label of a column that a refusal names; what is no column of ours is shown as it is. */
export function columnLabel(column: string | null): string {
  if (column === null) return 'Whole row';
  const known = IMPORT_COLUMN_NAMES.find((name) => name === column);
  return known ? IMPORT_COLUMNS[known].label : column;
}

/** What can be done about a refused row. */
export const REMEDIES: Record<RowRefusal, string> = {
  RAGGED: 'Look for a comma that is missing, or for one too many inside a cell.',
  MISSING: 'Fill in the cell.',
  TOO_LONG: 'Shorten it: 60 characters at most, an email 254.',
  TEXT_INVALID: 'Type it again, on one line.',
  PHONE_INVALID: 'Write it like 0772 123 456 or +256 772 123 456.',
  DIGITS_LOST: 'If the spreadsheet still has every digit, save it as XLSX and upload that instead.',
  EMAIL_INVALID: 'Write it like name@business.com.',
  NOT_REACHABLE: 'Fill in one of the two.',
  TWICE_IN_FILE: 'Keep one of the rows, or give each customer a reference of their own.',
  TAKEN: 'Leave the row out, or change that customer in your list.',
};

const FAILURE_REMEDIES: Record<ImportFailure, string> = {
  FILE_UNREADABLE: 'Open it in a spreadsheet, save it as CSV or XLSX, and upload that.',
  ROW_ENDLESS: 'Close the quote or take it out, and upload the file again.',
  FILE_EMPTY: 'Add a row for each customer below the names of the columns, and upload it again.',
  TOO_MANY_ROWS: 'Upload the parts one after the other.',
  WORKBOOK_TOO_LONG: 'A CSV file may have 1,000,000 rows.',
  TOO_LARGE_UNPACKED: 'Copy the rows into a new file, or save it as CSV, and upload that.',
  UNEXPECTED: 'If it fails again, tell support.',
};

/**
 * Why a file failed and what to do about it, whether the reason comes as its code or its text, which
 * may go on with the row that is to blame.
 */
export function failureWords(failure: string | null): { what: string; remedy: string } {
  const named = IMPORT_FAILURE_CODES.find((code) => code === failure);
  const what = named ? IMPORT_FAILURES[named] : (failure ?? IMPORT_FAILURES.UNEXPECTED);
  const known = IMPORT_FAILURE_CODES.find((code) => what.startsWith(IMPORT_FAILURES[code]));
  return { what, remedy: FAILURE_REMEDIES[known ?? 'UNEXPECTED'] };
}

/** How far a job is, in words. */
export function progressWords(progress: Progress | null): string {
  if (!progress) return 'Waiting for its turn…';
  const { rows, total } = progress;
  return total === null
    ? `${countOf(rows, 'row')} so far`
    : `${countWords(rows)} of ${countOf(total, 'row')}`;
}

/** The first rows of a group of refusals, with how many more there are: `2, 5, 9 and 12 more`. */
export function firstRowsWords(firstRows: readonly number[], rows: number): string {
  const more = rows - firstRows.length;
  const shown = firstRows.map((row) => countWords(row)).join(', ');
  return more > 0 ? `${shown} and ${countWords(more)} more` : shown;
}

/** What has become of an upload, in a few words for the list. */
export function resultWords(upload: CustomerImport): string {
  const { imported, goodRows, refusedRows } = upload;
  if (upload.state === 'FAILED') return failureWords(upload.failure).what;
  if (upload.state === 'CANCELLED') return 'Nothing added';
  const refused = refusedRows ? `, ${countWords(refusedRows)} refused` : '';
  if (imported !== null) return `${countOf(imported, 'customer')} added${refused}`;
  if (goodRows !== null) return `${countWords(goodRows)} good${refused}`;
  return '';
}

/** Until when an upload waits for the person, in words; null where it does not wait. */
export function waitWords({ waitsUntil }: Pick<CustomerImport, 'waitsUntil'>): string | null {
  if (waitsUntil === null) return null;
  return `You have until ${showMoment(waitsUntil)} to finish. After that the upload is cancelled and the file deleted.`;
}

/** What is read aloud when an upload reaches a stage; nothing while a job is at work. */
export function outcomeWords(stage: ImportStage, upload: CustomerImport): string {
  const { goodRows, refusedRows, imported } = upload;
  if (stage === 'CHECKED')
    return `The file is checked: ${countOf(goodRows ?? 0, 'row')} good, ${countWords(refusedRows ?? 0)} refused.`;
  if (stage === 'DONE') return `The import is done: ${countOf(imported ?? 0, 'customer')} added.`;
  if (stage === 'FAILED') return `The file could not be used: ${failureWords(upload.failure).what}`;
  if (stage === 'COLUMNS') return 'Please choose which column is which.';
  return '';
}
