import { useQuery } from '@tanstack/react-query';
import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  exportPayoutItemsView,
  exportPayoutItems,
  getRemittanceAdvice,
  listPayoutItemsView,
  listPayoutItems,
  PAYOUT_ITEM_LABELS,
  payoutFigures,
  type PayoutItem,
} from '@tegeka/contract/payouts/payout-items.ts';
import { PAYOUT_ITEM_KINDS, type PayoutDetail } from '@tegeka/contract/payouts/payouts.ts';
import type { ReactNode } from 'react';
import { cache } from '#platform/call/cache.ts';
import { callForBytes } from '#platform/call/call.ts';
import { debitLink, payoutLink } from '#platform/router/entity-links.ts';
import { DetailSection } from '#ui/detail/detail-drawer.tsx';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { SaveButton } from '#ui/feedback/save-button.tsx';
import { defineList, type ListColumn } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import layout from '#ui/shell/layout.module.css';

/** What an item is called, and the address of its debit or payout. */
function nameOf({ kind, debit, payout }: PayoutItem): { name: string; link: LinkProps | null } {
  const { one } = PAYOUT_ITEM_LABELS[kind];
  if (debit) return { name: debit.customerName, link: debitLink(debit.id) };
  return { name: one, link: payout && payoutLink(payout.id) };
}

const referenceOf = ({ debit, payout }: PayoutItem) =>
  [(debit ?? payout)?.reference, debit?.merchantReference].filter(Boolean).join(' · ');

function ItemName({ item }: { item: PayoutItem }): ReactNode {
  const { name, link } = nameOf(item);
  return link ? <TextLink link={link}>{name}</TextLink> : name;
}

const COLUMNS: readonly ListColumn<PayoutItem>[] = [
  { name: 'name', label: 'From', cell: (item) => <ItemName item={item} />, sub: referenceOf },
  { name: 'kind', label: 'What', value: ({ kind }) => PAYOUT_ITEM_LABELS[kind].one },
  {
    name: 'day',
    label: 'Day',
    kind: 'date',
    value: ({ bookedOn }) => bookedOn,
    sort: 'posted',
  },
  { name: 'amount', label: 'Amount', kind: 'money', value: ({ amount }) => amount },
  { name: 'charge', label: 'Charge', kind: 'negated', value: ({ charge }) => charge },
  { name: 'duty', label: 'Excise duty', kind: 'negated', value: ({ exciseDuty }) => exciseDuty },
  { name: 'net', label: 'Net', kind: 'money', value: ({ net }) => net },
];

const LIST = {
  path: '/dashboard/billing/$payoutId/items',
  one: 'item',
  many: 'items',
  icon: 'revenue',
  columns: COLUMNS,
  link: null,
  filters: [
    {
      kind: 'select',
      key: 'kind',
      label: 'What',
      options: PAYOUT_ITEM_KINDS.map((value) => ({ value, label: PAYOUT_ITEM_LABELS[value].one })),
    },
  ],
} as const;

const payoutItems = defineList(listPayoutItems, { ...LIST, export: exportPayoutItems });

const payoutItemsView = defineList(listPayoutItemsView, {
  ...LIST,
  export: exportPayoutItemsView,
});

/** Whose payout it is: one of a merchant, or any for operators. */
interface PayoutIds {
  payoutId: string;
  /** Null for operators. */
  merchantId: string | null;
}

const pageOf = ({ merchantId, payoutId }: PayoutIds, search = {}) =>
  merchantId === null
    ? payoutItemsView.page({ payoutId }, search)
    : payoutItems.page({ merchantId, payoutId }, search);

/** For the loader of the list's route. */
export const prefetchItems = (ids: PayoutIds, search: object) =>
  void cache.prefetchQuery(pageOf(ids, search));

const EMPTY = 'It pays what payouts before have left.';

/** All items of a payout. */
export function PayoutItems({ merchantId, payoutId }: PayoutIds) {
  const empty = { empty: EMPTY, emptyHeading: 'No items of its own' };
  const back = <TextLink link={payoutLink(payoutId)}>Back to the payout</TextLink>;
  return merchantId === null ? (
    <ListScreen list={payoutItemsView} params={{ payoutId }} {...empty} actions={back} />
  ) : (
    <ListScreen list={payoutItems} params={{ merchantId, payoutId }} {...empty} actions={back} />
  );
}

/** Buttons that save a payout: as a printout, for its merchant, and its items as CSV. */
function PayoutFiles({ merchantId, payoutId, reference }: PayoutIds & { reference: string }) {
  const csv = () =>
    merchantId === null
      ? callForBytes(exportPayoutItemsView, { params: { payoutId }, query: {} })
      : callForBytes(exportPayoutItems, { params: { merchantId, payoutId }, query: {} });
  return (
    <div className={layout.row}>
      {merchantId !== null && (
        <SaveButton
          size="xs"
          name={`payout-${reference}.pdf`}
          load={() => callForBytes(getRemittanceAdvice, { params: { merchantId, payoutId } })}
        >
          PDF
        </SaveButton>
      )}
      <SaveButton size="xs" name={`payout-${reference}.csv`} load={csv}>
        CSV
      </SaveButton>
    </div>
  );
}

/** Items that the drawer of a payout shows. */
const FIRST = 5;

function FirstItems(ids: PayoutIds) {
  const answer = useQuery(pageOf(ids, {}), cache);
  const { data } = answer;
  if (answer.isLoadingError) return <LoadFailed what="The items" query={answer} />;
  if (!data) return <p>Loading…</p>;
  if (data.content.length === 0) return <p>{EMPTY}</p>;
  const all = linkOptions({
    to: '/dashboard/billing/$payoutId/items',
    params: { payoutId: ids.payoutId },
  });
  return (
    <>
      <ul className={layout.tight}>
        {data.content.slice(0, FIRST).map((item) => (
          <li key={item.id} className={layout.split}>
            <span>
              <ItemName item={item} />{' '}
              <span className={layout.small}>
                {item.debit && `${PAYOUT_ITEM_LABELS[item.kind].one}, `}
                {showDay(item.bookedOn)}
              </span>
            </span>
            <span>{showMoney(item.net)}</span>
          </li>
        ))}
      </ul>
      <TextLink link={all}>
        {data.totalElements === 1
          ? 'See it in the list'
          : `See all ${data.totalElements.toLocaleString('en')} in the list`}
      </TextLink>
    </>
  );
}

/** What a payout pays: its sums, its first items, and files of all of it. */
export function PayoutContent({
  merchantId,
  payout,
}: {
  merchantId: string | null;
  payout: PayoutDetail;
}) {
  const { id: payoutId, amount, reference } = payout;
  const ids = { merchantId, payoutId };
  const figures = [...payoutFigures(payout), ['Amount', amount] as const];
  return (
    <>
      <SummaryCard
        amounts
        title="What it pays"
        action={<PayoutFiles {...ids} reference={reference} />}
        rows={figures.map(([label, sum]) => [label, showMoney(sum)])}
      />
      <DetailSection heading="Items">
        <FirstItems {...ids} />
      </DetailSection>
    </>
  );
}
