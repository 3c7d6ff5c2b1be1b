import { linkOptions } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { listMandates, MANDATE_STATE_LABELS } from '@tegeka/contract/mandates/mandates.ts';
import { describeSchedule } from '@tegeka/contract/mandates/schedule-texts.ts';
import { endpointQuery } from '#platform/call/cache.ts';
import { mandateLink } from '#platform/router/entity-links.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';
import { RelatedList } from '#ui/detail/related-list.tsx';

const NEWEST = 5;

interface CustomerMandatesProps {
  customerId: string;
  /** Why the customer can not be asked, in words; null where they can. */
  refusal: string | null;
  rights: MerchantRights;
}

/** The newest mandates of a customer, with links to all of them and to a new one. */
export function CustomerMandates({ customerId, refusal, rights }: CustomerMandatesProps) {
  const { merchantId, mayWrite } = rights;
  const search = { customerId };
  if (!useSession()?.user.roles.includes('mandates.read')) return null;
  return (
    <RelatedList
      heading="Mandates"
      query={endpointQuery(listMandates, {
        params: { merchantId },
        query: { customerId, size: NEWEST },
      })}
      rows={({ content }) =>
        content.map(({ id, reference, maxPerDebit, schedule, state }) => ({
          key: id,
          link: mandateLink(id),
          title: reference,
          sub: `${showMoney(maxPerDebit)}, ${describeSchedule(schedule)}`,
          state,
          stateLabels: MANDATE_STATE_LABELS[state],
        }))
      }
      none="This customer has given no mandate yet."
      all={{
        link: linkOptions({ to: '/dashboard/mandates', search }),
        total: ({ totalElements }) => totalElements,
      }}
      add={
        mayWrite
          ? {
              label: 'New mandate',
              link: linkOptions({ to: '/dashboard/mandates/new', search }),
              blocked: rights.blocked ?? refusal,
            }
          : null
      }
    />
  );
}
