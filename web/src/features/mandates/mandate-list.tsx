import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getBusinessClock } from '@tegeka/contract/calendar.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { listMandates } from '@tegeka/contract/mandates/mandates.ts';
import { listProducts } from '@tegeka/contract/products.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { useBankOptions } from '#ui/form/draft/bank-options.tsx';
import { FlashMessage, flashMessage } from '#ui/feedback/flash-message.tsx';
import { EmptyState } from '#ui/list/empty-state.tsx';
import { useListAdd } from '#ui/list/list-add.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { LIST_PLACE, mandateList } from './mandate-list-definition.ts';
import { SendingNote, SendToAll } from './mandate-sending.tsx';
import { customersOf } from './mandate-lookups.ts';
import css from './mandates.module.css';

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
  const { merchantId, mayWrite, blocked } = rights;
  const options = useFilterOptions(merchantId);
  const add = useListAdd({
    to: '/dashboard/mandates/new',
    label: 'New mandate',
    uploads: '/dashboard/mandates/uploads',
    mayWrite,
    blocked,
  });
  return (
    <>
      <FlashMessage place={LIST_PLACE} />
      <ListScreen
        renderAbove={(page) => (
          <>
            <SendingNote rights={rights} />
            <Figures merchantId={merchantId} counts={page?.counts ?? null} />
          </>
        )}
        lookups={{ customerId: customersOf(merchantId) }}
        options={options}
        list={mandateList}
        params={{ merchantId }}
        actions={
          <>
            {mayWrite && blocked === null && <SendToAll merchantId={merchantId} />}
            {add.button}
          </>
        }
        note={add.reason}
        onGo={() => flashMessage(null)}
        empty={
          <EmptyState
            icon={<MenuIcon meaning="mandates" size={30} />}
            heading="No mandates yet"
            next={add.button}
          >
            A mandate is the permission of a customer to debit their bank account: how much at most,
            how often and until when. Choose a customer and they are asked by SMS. {add.reason}
          </EmptyState>
        }
      />
    </>
  );
}
