import type { ZodMiniType } from 'zod/mini';
import type { FilePart } from '../kit/endpoint.ts';
import { keysOf } from '../kit/fields.ts';
import { stateMachine } from '../kit/state-machine.ts';

export const IMPORT_MACHINE = stateMachine({
  entity: 'fileImport',
  states: ['UPLOADED', 'CHECKED', 'CONFIRMED', 'DONE', 'CANCELLED', 'FAILED'],
  transitions: {
    // A new mapping of its columns starts another check.
    UPLOADED: ['CHECKED', 'CANCELLED', 'FAILED', 'UPLOADED'],
    CHECKED: ['CONFIRMED', 'CANCELLED', 'UPLOADED'],
    CONFIRMED: ['DONE', 'CHECKED'],
    DONE: [],
    CANCELLED: [],
    FAILED: [],
  },
});
export type ImportState = (typeof IMPORT_MACHINE.states)[number];

/** A column of a file, as the template has it. */
export interface ImportColumn {
  label: string;
  example: string;
  /** True where no file can be checked without it. */
  required?: true;
  /** True of what identifies something: a number in a cell is read as it is shown, or refused DIGITS_LOST. */
  identifier?: true;
  /** The shape of an account number: it is stored encrypted, and only its last digits are shown again. */
  secret?: ZodMiniType<string>;
}

/** Why a row is refused: what the person is told, and what they can do about it. */
export interface ImportRefusal {
  message: string;
  remedy: string;
}

/**
 * A kind of import, such as customers. Endpoints, server and screens follow from its declaration.
 */
export interface ImportKind {
  /** What the rows become, in addresses and in the table of imports. */
  name: string;
  /** One of them, and many, as people say it. */
  one: string;
  many: string;
  /** Columns in the order of the template. */
  columns: Readonly<Record<string, ImportColumn>>;
  /** Of these columns a file needs one at least. */
  oneOf: { columns: readonly string[]; message: string };
  /** By their codes. */
  refusals: Readonly<Record<string, ImportRefusal>>;
}

/** Declares a kind of import with the exact names of its columns and codes. */
export function importKind<const K extends ImportKind>(kind: K): K {
  return kind;
}

/** Rows of one CSV file at the most, without its header. */
export const IMPORT_ROWS_MAX = 1_000_000;
/** Rows of one workbook at the most: its shared texts are held in memory. */
export const WORKBOOK_ROWS_MAX = 100_000;

/** Days that an upload waits for a mapping or a confirmation. */
export const IMPORT_WAIT_DAYS = 7;

const MEGABYTE = 1024 * 1024;

/** A file to be imported: CSV or XLSX up to 200 MB. */
export const IMPORT_FILE: FilePart = {
  required: true,
  maxSize: 200 * MEGABYTE,
  accepts: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  advice: {
    'application/x-cfb':
      'This is an old Excel file, or one with a password. Save it as .xlsx without a password, or as CSV.',
    'application/vnd.oasis.opendocument.spreadsheet':
      'This is an OpenDocument file. Save it as .xlsx or as CSV.',
    'application/zip': 'This is a ZIP file. Unpack it and upload the file inside.',
  },
};

/** Why a whole file could not be checked, with what the person is told. */
const IMPORT_FAILURES = {
  FILE_UNREADABLE:
    'The file could not be read as a table. Open it in a spreadsheet, save it as CSV or XLSX, and upload that.',
  ROW_ENDLESS:
    'The file could not be read as a table: a row does not end, probably because a quote (") in it is never closed.',
  FILE_EMPTY: 'The file has no {many} below the names of its columns.',
  TOO_MANY_ROWS: 'The file has more than 1,000,000 rows. Please split it.',
  WORKBOOK_TOO_LONG: 'This workbook has more than 100,000 rows. Save it as CSV and upload that.',
  TOO_LARGE_UNPACKED:
    'The file is far bigger inside than a list of {many} could be. Copy the rows into a new file, or save it as CSV.',
  UNEXPECTED: 'Something went wrong on our side. Please upload the file again.',
} as const;
export type ImportFailure = keyof typeof IMPORT_FAILURES;
export const IMPORT_FAILURE_CODES = keysOf(IMPORT_FAILURES);

/** What the person is told about a file that failed, with the row that is to blame, if one is. */
export function importFailureText(
  { many }: ImportKind,
  failure: ImportFailure,
  row: number | null,
): string {
  const text = IMPORT_FAILURES[failure].replace('{many}', many);
  return row === null ? text : `${text} Look at row ${row.toLocaleString('en-GB')}.`;
}

/** Refusals that rows of every kind can meet. */
export const ROW_REFUSALS = {
  RAGGED: {
    message: 'This row has more cells than the row with the names of the columns.',
    remedy: 'Look for a comma too many inside a cell, such as in an amount without quotes.',
  },
  MISSING: { message: 'This is missing.', remedy: 'Fill in the cell.' },
  TEXT_INVALID: {
    message: 'This has characters that can not be saved.',
    remedy: 'Type it again, on one line.',
  },
  DIGITS_LOST: {
    message:
      'A spreadsheet has shortened this number or its zeros, and digits of it may be lost. Format the column as text and enter it again.',
    remedy:
      'If this is a CSV and the spreadsheet still has every digit, save it as XLSX and upload that instead.',
  },
  NO_RESULT: {
    message:
      'This cell has no value: its formula has failed (such as #N/A) or was never calculated.',
    remedy: 'Open the file in a spreadsheet, correct the formula or type the value, and save it.',
  },
} as const;

/** For each of our columns, which column of the file it is, from 0. */
export type ImportMapping = Readonly<Record<string, number | undefined>>;

export const columnNamesOf = ({ columns }: ImportKind) => Object.keys(columns);

/** The label of a column that a refusal names. */
export const columnLabel = ({ columns }: ImportKind, column: string | null) =>
  (column !== null && columns[column]?.label) || 'Whole row';

function mappingError(kind: ImportKind, name: string, mapping: ImportMapping): string | null {
  const { columns, oneOf } = kind;
  const place = mapping[name];
  if (place === undefined) {
    if (columns[name]?.required) return 'Choose the column that has this.';
    const none = oneOf.columns.every((one) => mapping[one] === undefined);
    return none && name === oneOf.columns[0] ? oneOf.message : null;
  }
  const names = columnNamesOf(kind);
  const twice = names.slice(0, names.indexOf(name)).find((other) => mapping[other] === place);
  return twice ? `This column is chosen for ${columnLabel(kind, twice)} already.` : null;
}

/** What is wrong with a mapping, by our columns; nothing where a file can be checked with it. */
export function mappingErrors(kind: ImportKind, mapping: ImportMapping): Record<string, string> {
  return Object.fromEntries(
    columnNamesOf(kind).flatMap((name) => {
      const error = mappingError(kind, name, mapping);
      return error === null ? [] : [[name, error]];
    }),
  );
}

/** Whether a file can be checked with a mapping. */
export const isComplete = (kind: ImportKind, mapping: ImportMapping) =>
  Object.keys(mappingErrors(kind, mapping)).length === 0;

/** What happens to a file with refused rows: nothing is imported, or the good rows are. */
export const IMPORT_MODES = ['ALL', 'GOOD_ROWS'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
