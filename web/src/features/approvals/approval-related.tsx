import { showDay } from '@tegeka/contract/kit/day.ts';
import { listMerchantRequests } from '@tegeka/contract/merchants/operator-merchants.ts';
import { endpointQuery } from '#platform/call/cache.ts';
import { requestLink } from '#platform/router/entity-links.ts';
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
          link: requestLink(requestId),
          title,
          sub: showDay(createdAt),
          state: badgeOfRequest(state),
        }))
      }
      none="None"
    />
  );
}
