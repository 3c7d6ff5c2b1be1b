import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ImportScreens, UploadIds } from './import-screens.ts';
import { isAtWork } from './import-texts.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { ownMerchantId } from '#platform/session/guard.ts';

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
export async function loadUploads({ endpoints }: ImportScreens, page: number): Promise<void> {
  const params = { merchantId: ownMerchantId() };
  const query = { page, size: PAGE_SIZE };
  await cache.fetchQuery(endpointQuery(endpoints.list, { params, query }));
}
