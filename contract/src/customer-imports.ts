import * as z from 'zod/mini';
import { endpoint, type FilePart } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

/** Where the upload of a file of customers stands. */
export const IMPORT_STATES = [
  'UPLOADED',
  'CHECKED',
  'CONFIRMED',
  'DONE',
  'CANCELLED',
  'FAILED',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The moves of an upload; what is not here can not happen. */
export const IMPORT_MOVES: Record<ImportState, readonly ImportState[]> = {
  UPLOADED: ['CHECKED', 'CANCELLED', 'FAILED'],
  CHECKED: ['CONFIRMED', 'CANCELLED', 'UPLOADED'],
  CONFIRMED: ['DONE', 'CHECKED'],
  DONE: [],
  CANCELLED: [],
  FAILED: [],
};

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

/** Rows of one file at the most, without its header. */
export const IMPORT_ROWS_MAX = 1_000_000;

const MEGABYTE = 1024 * 1024;

/** A file of customers: CSV or XLSX up to 200 MB. */
export const CUSTOMER_FILE: FilePart = {
  required: true,
  maxSize: 200 * MEGABYTE,
  accepts: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
};

/** Why a whole file could not be checked, with what the person is told. */
export const IMPORT_FAILURES = {
  FILE_UNREADABLE: 'The file could not be read as a table.',
  FILE_EMPTY: 'The file has no rows below its header.',
  TOO_MANY_ROWS: 'The file has more than 1,000,000 rows. Please split it.',
  TOO_LARGE_UNPACKED: 'The file unpacks to far more than a table of customers could be.',
} as const;
export type ImportFailure = keyof typeof IMPORT_FAILURES;

/** Why a row is refused, with what the person is told. */
export const ROW_REFUSALS = {
  MISSING: 'This is needed.',
  TOO_LONG: 'This is too long.',
  TEXT_INVALID: 'This has characters that can not be kept.',
  PHONE_INVALID: 'This is not a Uganda number.',
  EMAIL_INVALID: 'This is not an email address.',
  NOT_REACHABLE: 'A phone number or an email is needed.',
  TWICE_IN_FILE: 'This reference stands in the file more than once.',
  TAKEN: 'A customer with this reference exists already.',
} as const;
export type RowRefusal = keyof typeof ROW_REFUSALS;

const mappingShape = z.partialRecord(
  z.enum(Object.keys(IMPORT_COLUMNS) as [ImportColumn, ...ImportColumn[]]),
  z.int().check(z.minimum(0), z.maximum(199)),
);
/** For each of our columns, which column of the file it is, from 0. */
export type ImportMapping = z.infer<typeof mappingShape>;

/** What happens to a file with refused rows: nothing is imported, or the good rows are. */
export const IMPORT_MODES = ['ALL', 'GOOD_ROWS'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const importShape = z.object({
  id: z.uuid(),
  state: z.enum(IMPORT_STATES),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  /** The file's columns in its order, as its header names them. */
  columns: z.array(z.string()),
  mapping: mappingShape,
  /** True while columns that are needed have not been matched: the check waits for the mapping. */
  mappingNeeded: z.boolean(),
  /** The job at work, if any: how many rows of how many are through; null total while unknown. */
  progress: z.nullable(
    z.object({
      task: z.enum(['CHECK', 'IMPORT']),
      rows: z.int(),
      total: z.nullable(z.int()),
    }),
  ),
  /** Rows of the file, once checked. */
  rows: z.nullable(z.int()),
  goodRows: z.nullable(z.int()),
  refusedRows: z.nullable(z.int()),
  /** Refusals grouped by column and reason, with the first rows they stand in. */
  refusals: z.array(
    z.object({
      column: z.nullable(z.string()),
      code: z.enum(Object.keys(ROW_REFUSALS) as [RowRefusal, ...RowRefusal[]]),
      message: z.string(),
      rows: z.int(),
      firstRows: z.array(z.int()),
    }),
  ),
  /** Customers made, once done. */
  imported: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  by: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
});
export type CustomerImport = z.infer<typeof importShape>;

const writer = { kind: 'signed-in', domains: ['MERCHANT'], permission: 'customers.write' } as const;
const ofMerchant = z.object({ merchantId: z.uuid() });
const ofImport = z.object({ merchantId: z.uuid(), importId: z.uuid() });
const answersImport = { kind: 'json', status: 200, shape: importShape } as const;

/**
 * The file is checked as a whole, as a job. Without `options` the check waits for a mapping where
 * columns are not recognised, and its result for a confirmation. With `confirm` the good rows (or all
 * rows, or none) are imported as soon as the check has ended.
 */
export const uploadCustomers = endpoint({
  name: 'uploadCustomers',
  summary: 'Upload a CSV or XLSX file of customers, to be checked and imported.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/customers/bulk',
  admission: writer,
  params: ofMerchant,
  body: {
    kind: 'multipart',
    part: 'options',
    shape: z.object({
      mapping: z.optional(mappingShape),
      confirm: z.optional(z.enum(IMPORT_MODES)),
    }),
    files: { file: CUSTOMER_FILE },
  },
  output: { kind: 'json', status: 202, shape: importShape },
  faults: [
    'FILE_MISSING',
    'FILE_EMPTY',
    'FILE_TOO_LARGE',
    'FILE_TYPE_WRONG',
    'FILE_DAMAGED',
    'IMPORT_RUNNING',
    'MERCHANT_NOT_ACTIVE',
  ],
});

export const listCustomerImports = endpoint({
  name: 'listCustomerImports',
  summary: 'List the files of customers that were uploaded, newest first.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/customers/bulk',
  admission: writer,
  params: ofMerchant,
  query: z.object({ page: pageQuery.page, size: pageQuery.size }),
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: pageOf(importShape) },
  faults: [],
});

export const getCustomerImport = endpoint({
  name: 'getCustomerImport',
  summary: 'Fetch an upload: its state, progress, counts and grouped refusals.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}',
  admission: writer,
  params: ofImport,
  body: { kind: 'none' },
  output: answersImport,
  faults: [],
});

export const mapCustomerImport = endpoint({
  name: 'mapCustomerImport',
  summary: "Say which of the file's columns are which, and check the file.",
  method: 'PUT',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/mapping',
  admission: writer,
  params: ofImport,
  body: { kind: 'json', shape: z.object({ mapping: mappingShape }) },
  output: answersImport,
  faults: ['IMPORT_MOVED_ON'],
});

export const confirmCustomerImport = endpoint({
  name: 'confirmCustomerImport',
  summary: 'Import a checked file: all of its rows, or the good ones.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/confirmation',
  admission: writer,
  params: ofImport,
  body: { kind: 'json', shape: z.object({ mode: z.enum(IMPORT_MODES) }) },
  output: answersImport,
  faults: ['IMPORT_MOVED_ON', 'IMPORT_HAS_REFUSALS', 'MERCHANT_NOT_ACTIVE'],
});

export const cancelCustomerImport = endpoint({
  name: 'cancelCustomerImport',
  summary: 'Give up an upload that has not been confirmed. Nothing of it is kept.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/cancellation',
  admission: writer,
  params: ofImport,
  body: { kind: 'none' },
  output: answersImport,
  faults: ['IMPORT_MOVED_ON'],
});

export const refusedRowShape = z.object({
  /** The row's number in the file; the header is row 1. */
  row: z.int(),
  cells: z.array(z.string()),
  refusals: z.array(
    z.object({ column: z.nullable(z.string()), code: z.string(), message: z.string() }),
  ),
});

export const listRefusedRows = endpoint({
  name: 'listRefusedRows',
  summary: 'List the refused rows of an upload with their reasons.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/refused-rows',
  admission: writer,
  params: ofImport,
  query: z.object({ page: pageQuery.page, size: pageQuery.size }),
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: pageOf(refusedRowShape) },
  faults: [],
});

/** The rows as they were in the file with a column of reasons; formulas are defused. */
export const exportRefusedRows = endpoint({
  name: 'exportRefusedRows',
  summary: 'Fetch the refused rows of an upload as CSV, with their reasons.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/refused-rows/export',
  admission: writer,
  params: ofImport,
  body: { kind: 'none' },
  output: { kind: 'file', status: 200 },
  faults: [],
});
