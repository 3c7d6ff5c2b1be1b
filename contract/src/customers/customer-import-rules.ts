import * as z from 'zod/mini';
import type { FilePart } from '../kit/endpoint.ts';
import { keysOf } from '../kit/fields.ts';
import { stateMachine } from '../kit/state-machine.ts';

/** The states of an import of customers. */
export const IMPORT_MACHINE = stateMachine({
  entity: 'customerImport',
  states: ['UPLOADED', 'CHECKED', 'CONFIRMED', 'DONE', 'CANCELLED', 'FAILED'],
  transitions: {
    UPLOADED: ['CHECKED', 'CANCELLED', 'FAILED'],
    CHECKED: ['CONFIRMED', 'CANCELLED', 'UPLOADED'],
    CONFIRMED: ['DONE', 'CHECKED'],
    DONE: [],
    CANCELLED: [],
    FAILED: [],
  },
});
export type ImportState = (typeof IMPORT_MACHINE.states)[number];

/** Columns of a file of customers, as the template has them. */
export const IMPORT_COLUMNS = {
  firstName: { label: 'First Name', required: true },
  middleName: { label: 'Middle Name', required: false },
  lastName: { label: 'Last Name', required: true },
  phoneNumber: { label: 'Phone Number', required: false },
  email: { label: 'Email', required: false },
  customerReferenceNumber: { label: 'Customer Reference Number', required: true },
} as const;
export type ImportColumn = keyof typeof IMPORT_COLUMNS;
/** The columns in the order of the template. */
export const IMPORT_COLUMN_NAMES = keysOf(IMPORT_COLUMNS);

/** Rows of one CSV file at the most, without its header. */
export const IMPORT_ROWS_MAX = 1_000_000;
/** Rows of one workbook at the most: its shared texts are held in memory. */
export const WORKBOOK_ROWS_MAX = 100_000;

/** Days that an upload waits for a mapping or a confirmation. */
export const IMPORT_WAIT_DAYS = 7;

const MEGABYTE = 1024 * 1024;

/** A file of customers: CSV or XLSX up to 200 MB. */
export const CUSTOMER_FILE: FilePart = {
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
export const IMPORT_FAILURES = {
  FILE_UNREADABLE: 'The file could not be read as a table.',
  ROW_ENDLESS:
    'The file could not be read as a table: a row does not end, probably because a quote (") in it is never closed.',
  FILE_EMPTY: 'The file has no customers below the names of its columns.',
  TOO_MANY_ROWS: 'The file has more than 1,000,000 rows. Please split it.',
  WORKBOOK_TOO_LONG: 'This workbook has more than 100,000 rows. Save it as CSV and upload that.',
  TOO_LARGE_UNPACKED: 'The file is far bigger inside than a list of customers could be.',
  UNEXPECTED: 'Something went wrong on our side. Please upload the file again.',
} as const;
export type ImportFailure = keyof typeof IMPORT_FAILURES;
export const IMPORT_FAILURE_CODES = keysOf(IMPORT_FAILURES);

/** What the person is told about a file that failed, with the row that is to blame, if one is. */
export function importFailureText(failure: ImportFailure, row: number | null): string {
  const text = IMPORT_FAILURES[failure];
  return row === null ? text : `${text} Look at row ${row.toLocaleString('en-GB')}.`;
}

/** Why a row is refused, with what the person is told. */
export const ROW_REFUSALS = {
  RAGGED: 'This row has more or fewer cells than the row with the names of the columns.',
  MISSING: 'This is missing.',
  TOO_LONG: 'This is too long.',
  TEXT_INVALID: 'This has characters that can not be saved.',
  PHONE_INVALID: 'This is not a Ugandan phone number.',
  DIGITS_LOST:
    'A spreadsheet has shortened this number and its digits are lost. Format the column as text and enter it again.',
  EMAIL_INVALID: 'This is not an email address.',
  NOT_REACHABLE: 'A phone number or an email is needed.',
  TWICE_IN_FILE: 'This reference is in the file more than once.',
  TAKEN: 'You already have a customer with this reference.',
} as const;
export type RowRefusal = keyof typeof ROW_REFUSALS;
export const ROW_REFUSAL_CODES = keysOf(ROW_REFUSALS);

export const mappingShape = z.partialRecord(
  z.enum(IMPORT_COLUMN_NAMES),
  z.int().check(z.minimum(0), z.maximum(199)),
);
/** For each of our columns, which column of the file it is, from 0. */
export type ImportMapping = z.infer<typeof mappingShape>;

function mappingError(name: ImportColumn, mapping: ImportMapping): string | null {
  const place = mapping[name];
  if (place === undefined) {
    if (IMPORT_COLUMNS[name].required) return 'Choose the column that has this.';
    const unreachable = mapping.phoneNumber === undefined && mapping.email === undefined;
    return name === 'phoneNumber' && unreachable
      ? 'Choose a column for the phone number, the email, or both: each customer needs one.'
      : null;
  }
  const before = IMPORT_COLUMN_NAMES.slice(0, IMPORT_COLUMN_NAMES.indexOf(name));
  const twice = before.find((other) => mapping[other] === place);
  return twice ? `This column is chosen for ${IMPORT_COLUMNS[twice].label} already.` : null;
}

/** What is wrong with a mapping, by our columns; nothing where a file can be checked with it. */
export function mappingErrors(mapping: ImportMapping): Partial<Record<ImportColumn, string>> {
  const errors = IMPORT_COLUMN_NAMES.map((name) => [name, mappingError(name, mapping)] as const);
  return Object.fromEntries(errors.filter(([, error]) => error !== null));
}

/** What happens to a file with refused rows: nothing is imported, or the good rows are. */
export const IMPORT_MODES = ['ALL', 'GOOD_ROWS'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
