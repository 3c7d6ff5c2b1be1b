import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ImportScreens, UploadIds } from './import-screens.ts';
import { isAtWork } from './import-texts.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { requireMerchant } from '#platform/session/guard.ts';

const PAGE_SIZE = 10;
/** The polling interval of running work, in milliseconds. */
const PAUSE_MS = 1500;

/** The query of an upload, polled while a job works on it. */
export const uploadQuery = ({ endpoints }: ImportScreens, ids: UploadIds) =>
  queryOptions({
    ...endpointQuery(endpoints.get, { params: { ...ids } }),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? PAUSE_MS : false),
  });

/** The query of a page of uploads, polled while a job works on one of them. */
export const uploadsQuery = ({ endpoints }: ImportScreens, merchantId: string, page: number) =>
  queryOptions({
    ...endpointQuery(endpoints.list, { params: { merchantId }, query: { page, size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.content.some(isAtWork) ? PAUSE_MS : false),
  });

/** For the loader of the page of uploads. */
export async function loadUploads({ endpoints }: ImportScreens, page: number) {
  const merchantId = requireMerchant([]);
  const query = { page, size: PAGE_SIZE };
  await cache.fetchQuery(endpointQuery(endpoints.list, { params: { merchantId }, query }));
  return { merchantId, page };
}

/** For the loader of an upload: always fetches its present state. */
export async function loadUpload(screens: ImportScreens, importId: string): Promise<UploadIds> {
  const ids = { merchantId: requireMerchant([]), importId };
  await foundOr404(cache.fetchQuery({ ...uploadQuery(screens, ids), staleTime: 0 }));
  return ids;
}
