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
import type { FaultCode } from '@tegeka/contract/faults.ts';
import { cache, rowQuery } from '#platform/cache.ts';
import { call, callForBytes } from '#platform/call.ts';
import { CallFailed } from '#platform/call-failed.ts';

/** An upload of a business. */
export interface UploadIds {
  merchantId: string;
  importId: string;
}

const PAGE_SIZE = 10;

export const uploadQuery = (ids: UploadIds) => rowQuery(getCustomerImport, { params: { ...ids } });

export const uploadsQuery = (merchantId: string, page: number) =>
  rowQuery(listCustomerImports, { params: { merchantId }, query: { page, size: PAGE_SIZE } });

export const refusedRowsQuery = (ids: UploadIds, page: number) =>
  rowQuery(listRefusedRows, { params: { ...ids }, query: { page, size: PAGE_SIZE } });

/** The refused rows with their reasons, as CSV. */
export const fetchRefusedRows = (params: UploadIds) => callForBytes(exportRefusedRows, { params });

/** How a step of an upload ended. On `conflict` it is no longer what was on the screen. */
export type StepOutcome =
  | { kind: 'done'; upload: CustomerImport }
  | { kind: 'conflict' | 'failed'; words: string };

const CONFLICTS: readonly string[] = [
  'IMPORT_MOVED_ON',
  'IMPORT_HAS_REFUSALS',
] satisfies FaultCode[];

async function step(work: Promise<CustomerImport>): Promise<StepOutcome> {
  try {
    const upload = await work;
    void cache.invalidateQueries({ queryKey: [listCustomerImports.name] });
    return { kind: 'done', upload };
  } catch (fault) {
    if (!(fault instanceof CallFailed)) throw fault;
    const conflict = CONFLICTS.includes(fault.problem?.code ?? '');
    return { kind: conflict ? 'conflict' : 'failed', words: fault.words() };
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
