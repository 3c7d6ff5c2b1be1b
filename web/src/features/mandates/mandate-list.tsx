import { Button } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { getBusinessClock } from '@tegeka/contract/calendar.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { exportMandates, listMandates } from '@tegeka/contract/mandates/mandates.ts';
import { listProducts } from '@tegeka/contract/products.ts';
import { MANDATE_STATE_WORDS } from '@tegeka/contract/mandates/mandate-words.ts';
import { useId } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { useBankOptions } from '#ui/form/draft/bank-options.tsx';
import { FlashMessage, flashMessage } from '#ui/feedback/flash-message.tsx';
import { ButtonLink, EmptyState } from '#ui/list/empty-state.tsx';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { customersOf } from './mandate-lookups.ts';
import { ENDED } from './mandate-labels.ts';
import css from './mandates.module.css';

/** Where a flash message stands over the list; one about a mandate stands at its id. */
export const LIST_PLACE = 'mandates';

/** The mandates of a business. */
export const mandateList = defineList(listMandates, {
  path: '/dashboard/mandates',
  one: 'mandate',
  many: 'mandates',
  icon: 'mandates',
  columns: [
    { name: 'reference', label: 'Reference', value: ({ reference }) => reference },
    { name: 'customer', label: 'Customer', value: ({ customer }) => customer.name },
    { name: 'product', label: 'Product', value: ({ product }) => product?.name ?? null },
    {
      name: 'limit',
      label: 'Most per debit',
      kind: 'money',
      value: ({ maxPerDebit }) => maxPerDebit,
    },
    {
      name: 'due',
      label: 'Next due day',
      kind: 'date',
      value: ({ nextDueDay }) => nextDueDay,
      sort: 'nextDueDay',
    },
    { name: 'state', label: 'State', kind: 'state', value: ({ state }) => state },
    { name: 'bank', label: 'Bank', value: ({ bank }) => bank?.name ?? null, hidden: true },
    {
      name: 'made',
      label: 'Made',
      kind: 'date',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
      hidden: true,
    },
  ],
  link: ({ id }) =>
    linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId: id } }),
  searches: 'references and customers',
  stateWords: MANDATE_STATE_WORDS,
  rareStates: ['GENERATED', 'REGISTERED', 'PAUSED', 'SUSPENDED', ...ENDED],
  filters: [
    { kind: 'lookup', key: 'customerId', label: 'Customer' },
    { kind: 'select', key: 'productId', label: 'Product' },
    { kind: 'select', key: 'bankId', label: 'Bank' },
    { kind: 'days', from: 'dueFrom', to: 'dueTo', label: 'Due day' },
  ],
  export: exportMandates,
});

interface FiguresProps {
  merchantId: string;
  /** By state; null until the list is there. */
  counts: Partial<Record<string, number>> | null;
}

const DAYS_AHEAD = 7;

/** The active mandates that are due soon: as the address has them, and how many there are. */
function useDueSoon(merchantId: string) {
  const today = useQuery(endpointQuery(getBusinessClock, {}), cache).data?.today ?? '';
  const days = { dueFrom: today, dueTo: today && addDays(today, DAYS_AHEAD) };
  const query = { ...days, state: 'ACTIVE', size: 1 } as const;
  const { data } = useQuery(
    { ...endpointQuery(listMandates, { params: { merchantId }, query }), enabled: today !== '' },
    cache,
  );
  return { search: { ...days, status: 'ACTIVE' }, count: data?.totalElements };
}

/** What stands and what is next, each a way to the list that it counts. */
function Figures({ merchantId, counts }: FiguresProps) {
  const tile = (label: string, status: string) => ({
    label,
    search: { status },
    count: counts?.[status],
  });
  const tiles = [
    tile('Active mandates', 'ACTIVE'),
    { label: `Due in ${DAYS_AHEAD} days`, ...useDueSoon(merchantId) },
    tile('Wait for the payer', 'PENDING_VERIFICATION'),
    tile('Wait for the bank', 'PENDING_APPROVAL'),
  ];
  return (
    <div className={css.tiles}>
      {tiles.map(({ label, count, search }) => (
        <Link key={label} to="/dashboard/mandates" search={search} className={css.tile}>
          {label}
          <strong>{count?.toLocaleString('en') ?? '…'}</strong>
        </Link>
      ))}
    </div>
  );
}

/** The choices of the filters. */
function useFilterOptions(merchantId: string) {
  const { banks } = useBankOptions();
  const query = { size: 100 };
  const products = useQuery(endpointQuery(listProducts, { params: { merchantId }, query }), cache);
  return {
    bankId: banks,
    productId: products.data?.content.map(({ id, name }) => ({ value: id, label: name })) ?? null,
  };
}

/** The mandates of a business, or how the first one gets here. */
export function MandateList({ rights }: { rights: MerchantRights }) {
  const reasonId = useId();
  const { merchantId, mayWrite, blocked } = rights;
  const options = useFilterOptions(merchantId);
  const icon = <IconPlus size={16} aria-hidden />;
  const add =
    blocked === null ? (
      <>
        <ButtonLink
          to="/dashboard/mandates/uploads"
          variant="default"
          leftSection={<IconFileUpload size={16} aria-hidden />}
        >
          Upload a file
        </ButtonLink>
        <ButtonLink to="/dashboard/mandates/new" search leftSection={icon}>
          New mandate
        </ButtonLink>
      </>
    ) : (
      <Button disabled leftSection={icon} aria-describedby={reasonId}>
        New mandate
      </Button>
    );
  const reason = mayWrite && blocked !== null && <span id={reasonId}>{blocked}</span>;
  return (
    <>
      <FlashMessage place={LIST_PLACE} />
      <ListScreen
        renderAbove={(page) => <Figures merchantId={merchantId} counts={page?.counts ?? null} />}
        lookups={{ customerId: customersOf(merchantId) }}
        options={options}
        list={mandateList}
        params={{ merchantId }}
        actions={mayWrite && add}
        note={reason}
        onGo={() => flashMessage(null)}
        empty={
          <EmptyState
            icon={<MenuIcon meaning="mandates" size={30} />}
            heading="No mandates yet"
            next={mayWrite && add}
          >
            A mandate is the permission of a customer to debit their bank account: how much at most,
            how often and until when. Choose a customer and they are asked by SMS. {reason}
          </EmptyState>
        }
      />
    </>
  );
}
