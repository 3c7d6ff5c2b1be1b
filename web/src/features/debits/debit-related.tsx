import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { listAllDebits } from '@tegeka/contract/debits/debit-views.ts';
import { type Debit, listDebits } from '@tegeka/contract/debits/debits.ts';
import { getMandateUsage, type MandateUsage } from '@tegeka/contract/debits/mandate-usage.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { debitLink } from '#platform/router/entity-links.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';
import { RelatedList } from '#ui/detail/related-list.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';

const NEWEST = 5;

type Listed = Pick<Debit, 'id' | 'amount' | 'collectionDay' | 'reference' | 'state'>;

const rowsOf = ({ content }: { content: readonly Listed[] }) =>
  content.map(({ id, amount, collectionDay, reference, state }) => ({
    key: id,
    link: debitLink(id),
    title: `${showMoney(amount)} on ${showDay(collectionDay)}`,
    sub: reference,
    state,
  }));

/** Link to the list of all transactions of a customer or a mandate. */
const allOf = (search: { customerId: string } | { mandateId: string }) => ({
  link: linkOptions({ to: '/dashboard/mandates/transactions', search }),
  total: ({ totalElements }: { totalElements: number }) => totalElements,
});

const useMayRead = () => useSession()?.user.roles.includes('transactions.read') ?? false;

interface CustomerTransactionsProps {
  merchantId: string;
  customerId: string;
}

export function CustomerDebits({ merchantId, customerId }: CustomerTransactionsProps) {
  const query = { customerId, size: NEWEST };
  if (!useMayRead()) return null;
  return (
    <RelatedList
      heading="Transactions"
      query={endpointQuery(listDebits, { params: { merchantId }, query })}
      rows={rowsOf}
      none="Nothing has been collected from this customer yet."
      all={allOf({ customerId })}
    />
  );
}

/** The newest transactions of a mandate, for operators and the payer's bank. */
export function ViewedMandateDebits({ mandateId }: { mandateId: string }) {
  if (!useMayRead()) return null;
  return (
    <RelatedList
      heading="Transactions"
      query={endpointQuery(listAllDebits, { query: { mandateId, size: NEWEST } })}
      rows={rowsOf}
      none="Nothing has been collected by this mandate yet."
      all={allOf({ mandateId })}
    />
  );
}

const PERIOD_LABELS = {
  DAY: 'this day',
  WEEK: 'this week',
  MONTH: 'this month',
  QUARTER: 'this quarter',
  YEAR: 'this year',
};

const ofCount = (used: number, max: number | null) =>
  max === null ? String(used) : `${used} of ${max}`;
const ofMoney = (used: number, max: number | null) =>
  max === null ? showMoney(used) : `${showMoney(used)} of ${showMoney(max)}`;

/** The used part of each limit; without a limit, what was collected. */
function usageRows(usage: MandateUsage) {
  const { period, plan, schedulePeriod } = usage;
  const rows: [label: string, used: string][] = [
    ['Debits', ofCount(usage.count, usage.maxCount)],
    ['In all', ofMoney(usage.total, usage.maxTotal)],
  ];
  if (period) rows.push([`In ${PERIOD_LABELS[period.kind]}`, ofMoney(period.total, period.max)]);
  if (plan) rows.push(['Debits of the schedule', ofCount(plan.count, plan.maxCount)]);
  if (plan?.maxTotal) rows.push(['Sum of the schedule', ofMoney(plan.total, plan.maxTotal)]);
  if (schedulePeriod) {
    const { kind, total, max } = schedulePeriod;
    rows.push([`Used ${PERIOD_LABELS[kind]}`, ofMoney(total, max)]);
  }
  return rows;
}

interface MandateTransactionsProps {
  rights: MerchantRights;
  mandateId: string;
  /** Why nothing can be collected, in words; null where it can. */
  refusal: string | null;
}

/** The debits of a mandate: the use of its limits, the newest ones, and a link to a new one. */
export function MandateDebits({ rights, mandateId, refusal }: MandateTransactionsProps) {
  const mayRead = useMayRead();
  const { merchantId, mayWrite } = rights;
  const { data: usage } = useQuery(
    {
      ...endpointQuery(getMandateUsage, { params: { merchantId, mandateId } }),
      enabled: mayRead,
    },
    cache,
  );
  if (!mayRead) return null;
  const search = { mandateId };
  return (
    <>
      {usage && <SummaryCard amounts title="Used of the limits" rows={usageRows(usage)} />}
      <RelatedList
        heading="Transactions"
        query={endpointQuery(listDebits, {
          params: { merchantId },
          query: { mandateId, size: NEWEST },
        })}
        rows={rowsOf}
        none="Nothing has been collected by this mandate yet."
        all={allOf(search)}
        add={
          mayWrite
            ? {
                label: 'Collect',
                link: linkOptions({ to: '/dashboard/mandates/transactions/new', search }),
                blocked: rights.blocked ?? refusal,
              }
            : null
        }
      />
    </>
  );
}

/** How many cancelled debits are named in the dialog. */
const LOST_NAMED = 12;

const lostQuery = (mandateId: string) =>
  ({ mandateId, state: 'PENDING', sort: 'collectionDay', size: LOST_NAMED }) as const;

/** The pending debits that are cancelled with a mandate and not made again. */
function LostText({ lost }: { lost: { content: readonly Listed[]; totalElements: number } }) {
  if (lost.content.length === 0) return null;
  const days = lost.content.map(
    ({ amount, collectionDay }) => `${showMoney(amount)} on ${showDay(collectionDay)}`,
  );
  const more = lost.totalElements - days.length;
  return (
    <>
      What waits is cancelled and not made again:{' '}
      <b>{[...days, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}</b>.
    </>
  );
}

/** The debits that are cancelled with a mandate, for the merchant. */
export function LostDebits({ merchantId, mandateId }: { merchantId: string; mandateId: string }) {
  const query = endpointQuery(listDebits, {
    params: { merchantId },
    query: lostQuery(mandateId),
  });
  const { data } = useQuery({ ...query, enabled: useMayRead() }, cache);
  return data && <LostText lost={data} />;
}

/** The debits that a suspension cancels, for operators and the bank of the payer. */
export function ViewedLostDebits({ mandateId }: { mandateId: string }) {
  const query = endpointQuery(listAllDebits, { query: lostQuery(mandateId) });
  const { data } = useQuery({ ...query, enabled: useMayRead() }, cache);
  return data && <LostText lost={data} />;
}
