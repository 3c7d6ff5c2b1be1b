import { Button } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { listMandates } from '@tegeka/contract/mandates/mandates.ts';
import { describeSchedule } from '@tegeka/contract/mandates/schedule-words.ts';
import { useId } from 'react';
import { endpointQuery } from '#platform/call/cache.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';
import { RelatedList, TextLink } from '#ui/detail/related-list.tsx';
import { ButtonLink } from '#ui/list/empty-state.tsx';

/** How many of a customer's mandates are listed. */
const NEWEST = 5;

interface CustomerMandatesProps {
  customerId: string;
  /** Why the customer can not be asked, in words; null where they can. */
  refusal: string | null;
  rights: MerchantRights;
}

/** The newest mandates of a customer, the way to all of them, and the way to another one. */
export function CustomerMandates({ customerId, refusal, rights }: CustomerMandatesProps) {
  const reasonId = useId();
  const { merchantId, mayWrite } = rights;
  const blocked = rights.blocked ?? refusal;
  const search = { customerId };
  if (!useSession()?.user.roles.includes('mandates.read')) return null;
  const add =
    blocked === null ? (
      <ButtonLink to="/dashboard/mandates/new" search={search} variant="default" size="xs">
        New mandate
      </ButtonLink>
    ) : (
      <Button variant="default" size="xs" disabled aria-describedby={reasonId}>
        New mandate
      </Button>
    );
  return (
    <RelatedList
      heading="Mandates"
      action={mayWrite && add}
      query={endpointQuery(listMandates, {
        params: { merchantId },
        query: { customerId, size: NEWEST },
      })}
      rows={({ content }) =>
        content.map(({ id, reference, maxPerDebit, schedule, state }) => ({
          key: id,
          link: linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId: id } }),
          title: reference,
          sub: `${showMoney(maxPerDebit)}, ${describeSchedule(schedule)}`,
          state,
        }))
      }
      none="This customer has given no mandate yet."
      renderAll={({ totalElements }) => (
        <>
          {totalElements > 0 && (
            <TextLink link={linkOptions({ to: '/dashboard/mandates', search })}>
              {totalElements === 1 ? 'See it in the list' : `See all ${totalElements} in the list`}
            </TextLink>
          )}
          {mayWrite && blocked !== null && <p id={reasonId}>{blocked}</p>}
        </>
      )}
    />
  );
}
