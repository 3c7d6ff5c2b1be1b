import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import type { ImportMapping, ImportMode } from '@tegeka/contract/imports/import-kind.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { useEffect } from 'react';
import type { ImportScreens, UploadIds } from './import-screens.ts';
import { isAtWork } from './import-words.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { requireMerchant } from '#platform/session/guard.ts';

const PAGE_SIZE = 10;
/** Milliseconds between looks at what is at work. */
const PAUSE_MS = 1500;

const uploadQuery = ({ endpoints }: ImportScreens, params: UploadIds) =>
  endpointQuery(endpoints.get, { params: { ...params } });

const uploadsQuery = ({ endpoints }: ImportScreens, merchantId: string, page: number) =>
  endpointQuery(endpoints.list, { params: { merchantId }, query: { page, size: PAGE_SIZE } });

export const refusedRowsQuery = ({ endpoints }: ImportScreens, params: UploadIds, page: number) =>
  endpointQuery(endpoints.refused, { params: { ...params }, query: { page, size: PAGE_SIZE } });

/** For the loader of the page of uploads. */
export async function loadUploads(screens: ImportScreens, page: number) {
  const merchantId = requireMerchant([]);
  await cache.fetchQuery(uploadsQuery(screens, merchantId, page));
  return { merchantId, page };
}

/** For the loader of an upload's page: it begins with the upload as it is now. */
export async function loadUpload(screens: ImportScreens, importId: string): Promise<UploadIds> {
  const ids = { merchantId: requireMerchant([]), importId };
  await cache.fetchQuery({ ...uploadQuery(screens, ids), staleTime: 0 });
  return ids;
}

/** The upload is no longer what was on the screen. */
export const CONFLICTS: readonly string[] = [
  'IMPORT_MOVED_ON',
  'IMPORT_HAS_REFUSALS',
] satisfies ErrorCode[];

async function step(
  screens: ImportScreens,
  params: UploadIds,
  calling: Promise<Import>,
): Promise<Import> {
  const upload = await calling;
  cache.setQueryData(uploadQuery(screens, params).queryKey, upload);
  void cache.invalidateQueries({ queryKey: [screens.endpoints.list.name] });
  return upload;
}

/** Says which columns are which and has the file checked. */
export const checkWith = (screens: ImportScreens, params: UploadIds, mapping: ImportMapping) =>
  step(screens, params, call(screens.endpoints.map, { params, body: { mapping: { ...mapping } } }));

/** Has the good rows imported, or all of them. */
export const importRows = (screens: ImportScreens, params: UploadIds, mode: ImportMode) =>
  step(screens, params, call(screens.endpoints.confirm, { params, body: { mode } }));

/** Gives the upload up; nothing of it is kept. */
export const giveUp = (screens: ImportScreens, params: UploadIds) =>
  step(screens, params, call(screens.endpoints.cancel, { params }));

/** An upload as it stands now, looked at again and again while a job is at work on it. */
export function useUpload(screens: ImportScreens, ids: UploadIds) {
  const query = useQuery(
    {
      ...uploadQuery(screens, ids),
      refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? PAUSE_MS : false),
    },
    cache,
  );
  const done = query.data?.state === 'DONE';
  useEffect(() => {
    // Lists as they were before the import.
    if (done) for (const name of screens.stale) void cache.invalidateQueries({ queryKey: [name] });
  }, [done, screens]);
  return query;
}

/** A page of the uploads, looked at again while one of them is at work. */
export function useUploads(screens: ImportScreens, merchantId: string, page: number) {
  return useQuery(
    {
      ...uploadsQuery(screens, merchantId, page),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.content.some(isAtWork) ? PAUSE_MS : false),
    },
    cache,
  );
}
