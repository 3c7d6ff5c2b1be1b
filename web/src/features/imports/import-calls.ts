import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  ImportMapping,
  ImportMode,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import {
  cancelCustomerImport,
  confirmCustomerImport,
  type CustomerImport,
  getCustomerImport,
  listCustomerImports,
  listRefusedRows,
  mapCustomerImport,
} from '@tegeka/contract/customers/customer-imports.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { useEffect } from 'react';
import { isAtWork } from './import-words.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';

/** An upload of a business. */
export interface UploadIds {
  merchantId: string;
  importId: string;
}

const PAGE_SIZE = 10;
/** Milliseconds between looks at what is at work. */
const PAUSE_MS = 1500;

export const uploadQuery = (params: UploadIds) =>
  endpointQuery(getCustomerImport, { params: { ...params } });

export const uploadsQuery = (merchantId: string, page: number) =>
  endpointQuery(listCustomerImports, { params: { merchantId }, query: { page, size: PAGE_SIZE } });

export const refusedRowsQuery = (params: UploadIds, page: number) =>
  endpointQuery(listRefusedRows, { params: { ...params }, query: { page, size: PAGE_SIZE } });

/** The upload is no longer what was on the screen. */
export const CONFLICTS: readonly string[] = [
  'IMPORT_MOVED_ON',
  'IMPORT_HAS_REFUSALS',
] satisfies ErrorCode[];

async function step(params: UploadIds, calling: Promise<CustomerImport>): Promise<CustomerImport> {
  const upload = await calling;
  cache.setQueryData(uploadQuery(params).queryKey, upload);
  void cache.invalidateQueries({ queryKey: [listCustomerImports.name] });
  return upload;
}

/** Says which columns are which and has the file checked. */
export const checkWith = (params: UploadIds, mapping: ImportMapping) =>
  step(params, call(mapCustomerImport, { params, body: { mapping } }));

/** Has the good rows imported, or all of them. */
export const importRows = (params: UploadIds, mode: ImportMode) =>
  step(params, call(confirmCustomerImport, { params, body: { mode } }));

/** Gives the upload up; nothing of it is kept. */
export const giveUp = (params: UploadIds) => step(params, call(cancelCustomerImport, { params }));

/** An upload as it stands now, looked at again and again while a job is at work on it. */
export function useUpload(ids: UploadIds) {
  const query = useQuery(
    {
      ...uploadQuery(ids),
      refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? PAUSE_MS : false),
    },
    cache,
  );
  const done = query.data?.state === 'DONE';
  useEffect(() => {
    // The list of customers as it was before the import; named here, since its endpoint weighs too much.
    if (done) void cache.invalidateQueries({ queryKey: ['listCustomers'] });
  }, [done]);
  return query;
}

/** A page of the uploads, looked at again while one of them is at work. */
export function useUploads(merchantId: string, page: number) {
  return useQuery(
    {
      ...uploadsQuery(merchantId, page),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.content.some(isAtWork) ? PAUSE_MS : false),
    },
    cache,
  );
}
