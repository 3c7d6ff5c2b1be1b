import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';
import { getBusinessClock } from '@tegeka/contract/calendar.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { listMandates } from '@tegeka/contract/mandates/mandates.ts';
import { listProducts } from '@tegeka/contract/products.ts';
import { lazy, Suspense } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { bankChoices } from '#ui/form/draft/bank-options.tsx';
import { type Choices, lazyLookup } from '#ui/form/lookup-choice.ts';
import { TextLink } from '#ui/detail/related-list.tsx';
import layout from '#ui/shell/layout.module.css';
import { FigureTiles } from '#ui/list/figure-tiles.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { LIST_PLACE, mandateList } from './mandate-list-definition.ts';

// Beside the list, and never in its way.
const MandateNotes = lazy(async () => ({
  default: (await import('./mandate-notes.tsx')).MandateNotes,
}));
const SendToAll = lazy(async () => ({
  default: (await import('./mandate-sending.tsx')).SendToAll,
}));

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

/** The ways to what no menu names. */
const BesideMenu = () => (
  <p className={layout.row}>
    <TextLink link={linkOptions({ to: '/dashboard/billing' })}>Billing</TextLink>
    <TextLink link={linkOptions({ to: '/dashboard/analytics' })}>Analytics</TextLink>
  </p>
);

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
    <>
      <FigureTiles
        tiles={tiles.map(({ label, count, search }) => ({
          label,
          figure: count?.toLocaleString('en') ?? null,
          link: linkOptions({ to: '/dashboard/mandates', search }),
        }))}
      />
      <BesideMenu />
    </>
  );
}

const customerLookup = (merchantId: string) =>
  lazyLookup('listCustomers', async () =>
    (await import('./mandate-lookups.ts')).customersOf(merchantId),
  );

/** The choices of the filters, which are loaded by who wants to choose. */
const productChoices = (merchantId: string): Choices => ({
  what: listProducts.name,
  all: async (signal) => {
    const input = { params: { merchantId }, query: { size: 100 }, signal };
    const { content } = await call(listProducts, input);
    return content.map(({ id, name }) => ({ value: id, label: name }));
  },
});

/** Where those are listed whose payers can be asked. */
const ASKED_FROM: readonly (string | undefined)[] = ['GENERATED', 'PENDING_VERIFICATION'];

/** The mandates of a business, or how the first one gets here. */
export function MandateList({ rights }: { rights: MerchantRights }) {
  const { merchantId, mayWrite, blocked } = rights;
  const { status } = listSearchOf(useSearch({ strict: false }));
  const canAsk = mayWrite && blocked === null && ASKED_FROM.includes(status);
  return (
    <ListScreen
      list={mandateList}
      params={{ merchantId }}
      choices={{ bankId: bankChoices, productId: productChoices(merchantId) }}
      lookups={{ customerId: customerLookup(merchantId) }}
      add={{
        ...rights,
        to: '/dashboard/mandates/new',
        label: 'New mandate',
        uploads: '/dashboard/mandates/uploads',
      }}
      actions={<Suspense>{canAsk && <SendToAll merchantId={merchantId} />}</Suspense>}
      place={LIST_PLACE}
      notes={
        <Suspense>
          <MandateNotes rights={rights} />
        </Suspense>
      }
      renderAbove={(page) => <Figures merchantId={merchantId} counts={page?.counts ?? null} />}
      empty="A mandate is the permission of a customer to debit their bank account: how much at most, how often and until when. Choose a customer and they are asked by SMS."
    />
  );
}
