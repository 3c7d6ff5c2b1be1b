import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import {
  listCollections,
  getMandateUsage,
  type MandateUsage,
} from '@tegeka/contract/collections/collections.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { type ReactNode, useId } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';
import { RelatedList, TextLink } from '#ui/detail/related-list.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { ButtonLink } from '#ui/list/empty-state.tsx';
import { STATE_WORDS } from './transaction-words.ts';

/** How many transactions of a customer or a mandate are listed. */
const NEWEST = 5;

interface RelatedProps {
  merchantId: string;
  search: { customerId: string } | { mandateId: string };
  none: string;
  action?: ReactNode;
  /** What else is said, such as why there is no action now. */
  note?: ReactNode;
}

/** The newest transactions of something, and the way to all of them. */
function RelatedTransactions({ merchantId, search, none, action, note }: RelatedProps) {
  return (
    <RelatedList
      heading="Transactions"
      action={action}
      query={endpointQuery(listCollections, {
        params: { merchantId },
        query: { ...search, size: NEWEST },
      })}
      rows={({ content }) =>
        content.map(({ id, amount, collectionDay, reference, state }) => ({
          key: id,
          link: linkOptions({
            to: '/dashboard/mandates/transactions/$transactionId',
            params: { transactionId: id },
          }),
          title: `${showMoney(amount)} on ${showDay(collectionDay)}`,
          sub: reference,
          state,
          stateWords: STATE_WORDS[state],
        }))
      }
      none={none}
      renderAll={({ totalElements }) => (
        <>
          {totalElements > 0 && (
            <TextLink link={linkOptions({ to: '/dashboard/mandates/transactions', search })}>
              {totalElements === 1 ? 'See it in the list' : `See all ${totalElements} in the list`}
            </TextLink>
          )}
          {note}
        </>
      )}
    />
  );
}

const useMayRead = () => useSession()?.user.roles.includes('transactions.read') ?? false;

/** The newest transactions of a customer. */
export function CustomerTransactions({
  merchantId,
  customerId,
}: {
  merchantId: string;
  customerId: string;
}) {
  if (!useMayRead()) return null;
  return (
    <RelatedTransactions
      merchantId={merchantId}
      search={{ customerId }}
      none="Nothing has been collected from this customer yet."
    />
  );
}

const PERIOD_WORDS = {
  DAY: 'this day',
  WEEK: 'this week',
  MONTH: 'this month',
  QUARTER: 'this quarter',
  YEAR: 'this year',
};

const ofCount = (used: number, most: number | null) =>
  most === null ? String(used) : `${used} of ${most}`;
const ofMoney = (used: number, most: number | null) =>
  most === null ? showMoney(used) : `${showMoney(used)} of ${showMoney(most)}`;

/** How much of each limit is used; those that were not agreed on only say what was collected. */
function usageRows(usage: MandateUsage) {
  const { period, plan, schedulePeriod } = usage;
  const rows: [label: string, used: string][] = [
    ['Debits', ofCount(usage.count, usage.maxCount)],
    ['In all', ofMoney(usage.total, usage.maxTotal)],
  ];
  if (period) rows.push([`In ${PERIOD_WORDS[period.kind]}`, ofMoney(period.total, period.most)]);
  if (plan) rows.push(['Debits of the schedule', ofCount(plan.count, plan.maxCount)]);
  if (plan?.maxTotal) rows.push(['Sum of the schedule', ofMoney(plan.total, plan.maxTotal)]);
  if (schedulePeriod) {
    const { kind, total, most } = schedulePeriod;
    rows.push([`By the schedule in ${PERIOD_WORDS[kind]}`, ofMoney(total, most)]);
  }
  return rows;
}

interface MandateTransactionsProps {
  rights: MerchantRights;
  mandateId: string;
  /** Why nothing can be collected, in words; null where it can. */
  refusal: string | null;
}

/** What was collected by a mandate: how much of its limits is used, the newest, and one more. */
export function MandateTransactions({ rights, mandateId, refusal }: MandateTransactionsProps) {
  const reasonId = useId();
  const mayRead = useMayRead();
  const { merchantId, mayWrite } = rights;
  const blocked = rights.blocked ?? refusal;
  const { data: usage } = useQuery(
    {
      ...endpointQuery(getMandateUsage, { params: { merchantId, mandateId } }),
      enabled: mayRead,
    },
    cache,
  );
  if (!mayRead) return null;
  const search = { mandateId };
  const collect =
    blocked === null ? (
      <ButtonLink
        to="/dashboard/mandates/transactions/new"
        search={search}
        variant="default"
        size="xs"
      >
        Collect
      </ButtonLink>
    ) : (
      <Button variant="default" size="xs" disabled aria-describedby={reasonId}>
        Collect
      </Button>
    );
  return (
    <>
      {usage && <SummaryCard amounts title="Used of the limits" rows={usageRows(usage)} />}
      <RelatedTransactions
        merchantId={merchantId}
        search={search}
        none="Nothing has been collected by this mandate yet."
        action={mayWrite && collect}
        note={mayWrite && blocked !== null && <p id={reasonId}>{blocked}</p>}
      />
    </>
  );
}

/** Debits that are named before they are lost. */
const LOST_NAMED = 12;

/** In words, the debits that are cancelled with a mandate: they wait, and are not made again. */
export function LostDebits({ merchantId, mandateId }: { merchantId: string; mandateId: string }) {
  const query = { mandateId, state: 'PENDING', sort: 'collectionDay', size: LOST_NAMED } as const;
  const { data } = useQuery(
    { ...endpointQuery(listCollections, { params: { merchantId }, query }), enabled: useMayRead() },
    cache,
  );
  if (!data || data.content.length === 0) return null;
  const days = data.content.map(
    ({ amount, collectionDay }) => `${showMoney(amount)} on ${showDay(collectionDay)}`,
  );
  const more = data.totalElements - days.length;
  return (
    <>
      What waits is cancelled and not made again:{' '}
      <b>{[...days, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}</b>.
    </>
  );
}
