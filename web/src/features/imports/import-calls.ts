import { useQuery } from '@tanstack/react-query';
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
import { useEffect, useState } from 'react';
import { isAtWork, pauseAfter } from '#features/imports/import-words.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';

/** An upload of a business. */
export interface UploadIds {
  merchantId: string;
  importId: string;
}

const PAGE_SIZE = 10;
/** Milliseconds between looks at a list in which something is at work. */
const LIST_PAUSE_MS = 3000;

export const uploadQuery = (ids: UploadIds) =>
  endpointQuery(getCustomerImport, { params: { ...ids } });

export const uploadsQuery = (merchantId: string, page: number) =>
  endpointQuery(listCustomerImports, { params: { merchantId }, query: { page, size: PAGE_SIZE } });

export const refusedRowsQuery = (ids: UploadIds, page: number) =>
  endpointQuery(listRefusedRows, { params: { ...ids }, query: { page, size: PAGE_SIZE } });

/** The upload is no longer what was on the screen. */
export const CONFLICTS: readonly string[] = [
  'IMPORT_MOVED_ON',
  'IMPORT_HAS_REFUSALS',
] satisfies ErrorCode[];

async function step(calling: Promise<CustomerImport>): Promise<CustomerImport> {
  const upload = await calling;
  void cache.invalidateQueries({ queryKey: [listCustomerImports.name] });
  return upload;
}

/** Says which columns are which and has the file checked. */
export const checkWith = (params: UploadIds, mapping: ImportMapping) =>
  step(call(mapCustomerImport, { params, body: { mapping } }));

/** Has the good rows imported, or all of them. */
export const importRows = (params: UploadIds, mode: ImportMode) =>
  step(call(confirmCustomerImport, { params, body: { mode } }));

/** Gives the upload up; nothing of it is kept. */
export const giveUp = (params: UploadIds) => step(call(cancelCustomerImport, { params }));

/**
 * An upload as it stands now, looked at again and again while a job is at work on it. A page that is
 * not looked at asks nothing, and asks at once when it is.
 */
export function useUpload(ids: UploadIds, loaded: CustomerImport) {
  const query = uploadQuery(ids);
  // Looks before the last step: each step is looked at soon at first.
  const [before, setBefore] = useState(0);
  const { data, isError, refetch } = useQuery(
    {
      ...query,
      staleTime: 0,
      refetchOnMount: false,
      refetchOnWindowFocus: ({ state }) => isAtWork(state.data ?? loaded),
      refetchInterval: ({ state }) =>
        isAtWork(state.data ?? loaded) && pauseAfter(state.dataUpdateCount - before),
    },
    cache,
  );
  const upload = data ?? loaded;
  const done = upload.state === 'DONE';
  useEffect(() => {
    // The list of customers as it was before the import; named here, since its endpoint weighs too much.
    if (done) void cache.invalidateQueries({ queryKey: ['listCustomers'] });
  }, [done]);
  const moved = (next: CustomerImport) => {
    cache.setQueryData(query.queryKey, next);
    setBefore(cache.getQueryState(query.queryKey)?.dataUpdateCount ?? 0);
  };
  return { upload, cutOff: isError, moved, reload: async () => void (await refetch()) };
}

/** A page of the uploads, looked at again while one of them is at work. */
export function useUploads(merchantId: string, page: number) {
  return useQuery(
    {
      ...uploadsQuery(merchantId, page),
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (state.data?.content.some(isAtWork) ? LIST_PAUSE_MS : false),
    },
    cache,
  );
}
