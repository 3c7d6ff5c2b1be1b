import type { ImportMapping, ImportMode } from '@tegeka/contract/customer-import-rules.ts';
import {
  cancelCustomerImport,
  confirmCustomerImport,
  type CustomerImport,
  exportRefusedRows,
  getCustomerImport,
  listCustomerImports,
  listRefusedRows,
  mapCustomerImport,
} from '@tegeka/contract/customer-imports.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call, callForBytes } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/** An upload of a business. */
export interface UploadIds {
  merchantId: string;
  importId: string;
}

const PAGE_SIZE = 10;

export const uploadQuery = (ids: UploadIds) =>
  endpointQuery(getCustomerImport, { params: { ...ids } });

export const uploadsQuery = (merchantId: string, page: number) =>
  endpointQuery(listCustomerImports, { params: { merchantId }, query: { page, size: PAGE_SIZE } });

export const refusedRowsQuery = (ids: UploadIds, page: number) =>
  endpointQuery(listRefusedRows, { params: { ...ids }, query: { page, size: PAGE_SIZE } });

/** The refused rows with their reasons, as CSV. */
export const fetchRefusedRows = (params: UploadIds) => callForBytes(exportRefusedRows, { params });

/** How a step of an upload ended. On `conflict` it is no longer what was on the screen. */
export type StepOutcome =
  | { kind: 'done'; upload: CustomerImport }
  | { kind: 'conflict' | 'failed'; words: string };

const CONFLICTS: readonly string[] = [
  'IMPORT_MOVED_ON',
  'IMPORT_HAS_REFUSALS',
] satisfies ErrorCode[];

async function step(work: Promise<CustomerImport>): Promise<StepOutcome> {
  try {
    const upload = await work;
    void cache.invalidateQueries({ queryKey: [listCustomerImports.name] });
    return { kind: 'done', upload };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const conflict = CONFLICTS.includes(error.problem?.code ?? '');
    return { kind: conflict ? 'conflict' : 'failed', words: error.words() };
  }
}

/** Says which columns are which and has the file checked. */
export const checkWith = (params: UploadIds, mapping: ImportMapping) =>
  step(call(mapCustomerImport, { params, body: { mapping } }));

/** Has the good rows imported, or all of them. */
export const importRows = (params: UploadIds, mode: ImportMode) =>
  step(call(confirmCustomerImport, { params, body: { mode } }));

/** Gives the upload up; nothing of it is kept. */
export const giveUp = (params: UploadIds) => step(call(cancelCustomerImport, { params }));
