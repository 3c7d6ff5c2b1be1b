import * as z from 'zod/mini';
import {
  CUSTOMER_FILE,
  IMPORT_COLUMN_NAMES,
  IMPORT_FAILURE_CODES,
  IMPORT_MACHINE,
  IMPORT_MODES,
  mappingShape,
  ROW_REFUSAL_CODES,
} from './customer-import-rules.ts';
import { endpoint } from '../kit/endpoint.ts';
import { pageOf, pageQuery } from '../kit/list.ts';

export const importShape = z.object({
  id: z.uuid(),
  state: z.enum(IMPORT_MACHINE.states),
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
      column: z.nullable(z.enum(IMPORT_COLUMN_NAMES)),
      code: z.enum(ROW_REFUSAL_CODES),
      message: z.string(),
      rows: z.int(),
      firstRows: z.array(z.int()),
    }),
  ),
  /** Customers made, once done. */
  imported: z.nullable(z.int()),
  /** Why the file could not be used, or why its import did not go through. */
  failure: z.nullable(z.object({ code: z.enum(IMPORT_FAILURE_CODES), message: z.string() })),
  by: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Until when it waits for a mapping or a confirmation before it is cancelled; null where it does not. */
  waitsUntil: z.nullable(z.iso.datetime()),
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
  scope: 'merchant',
  active: true,
  // Each can be 200 MB.
  limit: { max: 100, per: 'organization', windowSeconds: 3600 },
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
  errors: [
    'FILE_MISSING',
    'FILE_EMPTY',
    'FILE_TOO_LARGE',
    'FILE_TYPE_WRONG',
    'FILE_DAMAGED',
    'TOO_LARGE_UNPACKED',
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
  scope: 'merchant',
  query: z.object({ page: pageQuery.page, size: pageQuery.size }),
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: pageOf(importShape) },
  errors: [],
});

export const getCustomerImport = endpoint({
  name: 'getCustomerImport',
  summary: 'Fetch an upload: its state, progress, counts and grouped refusals.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}',
  admission: writer,
  params: ofImport,
  scope: 'merchant',
  body: { kind: 'none' },
  output: answersImport,
  errors: [],
});

export const mapCustomerImport = endpoint({
  name: 'mapCustomerImport',
  summary: "Say which of the file's columns are which, and check the file.",
  method: 'PUT',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/mapping',
  admission: writer,
  params: ofImport,
  scope: 'merchant',
  body: { kind: 'json', shape: z.object({ mapping: mappingShape }) },
  output: answersImport,
  errors: ['IMPORT_MOVED_ON'],
});

export const confirmCustomerImport = endpoint({
  name: 'confirmCustomerImport',
  summary: 'Import a checked file: all of its rows, or the good ones.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/confirmation',
  admission: writer,
  params: ofImport,
  scope: 'merchant',
  active: true,
  body: { kind: 'json', shape: z.object({ mode: z.enum(IMPORT_MODES) }) },
  output: answersImport,
  errors: ['IMPORT_MOVED_ON', 'IMPORT_HAS_REFUSALS', 'MERCHANT_NOT_ACTIVE'],
});

export const cancelCustomerImport = endpoint({
  name: 'cancelCustomerImport',
  summary: 'Give up an upload that has not been confirmed. Nothing of it is kept.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/cancellation',
  admission: writer,
  params: ofImport,
  scope: 'merchant',
  body: { kind: 'none' },
  output: answersImport,
  errors: ['IMPORT_MOVED_ON'],
});

export const refusedRowShape = z.object({
  /** The row's number in the file as a spreadsheet shows it: titles, header and empty rows count. */
  row: z.int(),
  cells: z.array(z.string()),
  refusals: z.array(
    z.object({
      column: z.nullable(z.enum(IMPORT_COLUMN_NAMES)),
      code: z.enum(ROW_REFUSAL_CODES),
      message: z.string(),
    }),
  ),
});

export const listRefusedRows = endpoint({
  name: 'listRefusedRows',
  summary: 'List the refused rows of an upload with their reasons.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/refused-rows',
  admission: writer,
  params: ofImport,
  scope: 'merchant',
  query: z.object({ page: pageQuery.page, size: pageQuery.size }),
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: pageOf(refusedRowShape) },
  errors: [],
});

/** The rows as they were in the file with a column of reasons; formulas are defused. */
export const exportRefusedRows = endpoint({
  name: 'exportRefusedRows',
  summary: 'Fetch the refused rows of an upload as CSV, with their reasons.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/customers/bulk/{importId}/refused-rows/export',
  admission: writer,
  params: ofImport,
  scope: 'merchant',
  body: { kind: 'none' },
  output: { kind: 'file', status: 200 },
  errors: [],
});
