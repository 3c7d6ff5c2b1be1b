import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UploadIds, uploadQuery, uploadsQuery } from '#features/imports/import-calls.ts';
import { isAtWork, pauseAfter } from '#features/imports/import-stage.ts';
import { cache } from '#platform/call/cache.ts';

/** An upload that is looked at again and again while a job is at work on it. */
export interface WatchedUpload {
  upload: CustomerImport;
  /** True while the server can not be reached: what is shown is what was last known. */
  cutOff: boolean;
  /** Shows an upload that has just been moved on. */
  moved: (upload: CustomerImport) => void;
  reload: () => Promise<void>;
}

/** How an upload stands now. A page that is not looked at asks nothing, and asks at once when it is. */
export function useUpload(ids: UploadIds, loaded: CustomerImport): WatchedUpload {
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
  const done = (data ?? loaded).state === 'DONE';
  useEffect(() => {
    // The list of customers as it was before the import; named here, since its row weighs too much.
    if (done) void cache.invalidateQueries({ queryKey: ['listCustomers'] });
  }, [done]);
  const moved = (upload: CustomerImport) => {
    cache.setQueryData(query.queryKey, upload);
    setBefore(cache.getQueryState(query.queryKey)?.dataUpdateCount ?? 0);
  };
  const reload = async () => {
    await refetch();
  };
  return { upload: data ?? loaded, cutOff: isError, moved, reload };
}

/** Milliseconds between looks at a list in which something is at work. */
const LIST_PAUSE_MS = 3000;

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
