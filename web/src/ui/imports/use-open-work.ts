import { useQuery } from '@tanstack/react-query';
import { getOpenWork } from '@tegeka/contract/imports/open-work.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';

/** What is at work for a business, asked for anew whenever a screen opens; undefined until it is known. */
export const useOpenWork = (merchantId: string) =>
  useQuery({ ...endpointQuery(getOpenWork, { params: { merchantId } }), staleTime: 0 }, cache).data;
