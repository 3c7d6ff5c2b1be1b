import { linkOptions } from '@tanstack/react-router';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { listMerchantRequests } from '@tegeka/contract/merchants/operator-merchants.ts';
import { endpointQuery } from '#platform/call/cache.ts';
import { RelatedList } from '#ui/detail/related-list.tsx';
import { badgeOfRequest } from './approval-list.tsx';

/** The newest requests about a merchant that operators decide on. */
export function MerchantRequests({ merchantId }: { merchantId: string }) {
  return (
    <RelatedList
      heading="Approval requests"
      query={endpointQuery(listMerchantRequests, { params: { merchantId } })}
      rows={(requests) =>
        requests.map(({ id: requestId, title, state, createdAt }) => ({
          key: requestId,
          link: linkOptions({
            to: '/dashboard/approval-requests/$requestId',
            params: { requestId },
          }),
          title,
          sub: showDay(createdAt),
          state: badgeOfRequest(state),
        }))
      }
      none="None"
    />
  );
}
