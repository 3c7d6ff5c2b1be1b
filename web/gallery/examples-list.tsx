import { linkOptions } from '@tanstack/react-router';
import { IconUsers } from '@tabler/icons-react';
import { type Column, DataTable, Pagination } from '#ui/list/data-table.tsx';
import { ButtonLink, EmptyState, GuardedButton } from '#ui/list/empty-state.tsx';
import { FigureTiles } from '#ui/list/figure-tiles.tsx';
import { ListSkeleton } from '#ui/list/list-notices.tsx';
import { ListDrawers, ListScreen } from '#ui/list/list-screen.tsx';
import type { ListSelection } from '#ui/list/list-selection.tsx';
import { amina, MERCHANT_ID } from './gallery-answers.ts';
import { type Examples, Held, nothing } from './gallery-example.tsx';
import { galleryList } from './gallery-list.ts';

const link = linkOptions({ to: '/dashboard/customers' });
const PATH = '/dashboard/customers/new';

const columns: readonly Column<typeof amina>[] = [
  {
    label: 'Name',
    slot: 'title',
    cell: ({ lastName }) => <a href="#DataTable">{lastName}</a>,
    sort: { order: 'ascending', onToggle: nothing },
  },
  { label: 'Phone', slot: 'about', cell: () => '+256 772 345 678', sub: () => 'by SMS' },
  { label: 'Amount', slot: 'amount', cell: () => 'USh 50,000', end: true },
];
const table = (busy: boolean) => (
  <DataTable
    label={busy ? 'Busy customers' : 'Customers'}
    columns={columns}
    rows={[amina]}
    keyOf={({ id }) => id}
    busy={busy}
  />
);
const pages = (page: number, totalPages: number) => (
  <Pagination
    page={page}
    totalPages={totalPages}
    totalElements={totalPages * 10}
    sizes={{ size: 10, choices: [10, 25], onSize: nothing }}
    onPage={nothing}
  />
);
const selectionOf = (
  chosen: ReadonlySet<string>,
  onChange: (chosen: ReadonlySet<string>) => void,
): ListSelection<typeof amina> => ({
  can: ({ status }) => status === 'ACTIVE',
  nameOf: ({ lastName }) => lastName,
  chosen,
  onChange,
  renderBar: (rows) => <p>{`${chosen.size} of ${rows.length} selected`}</p>,
});
const screen = (selecting: boolean, blocked: string | null = null) => (
  <Held<ReadonlySet<string>> start={new Set([amina.id])}>
    {(chosen, onChange) => (
      <ListScreen
        list={galleryList}
        params={{ merchantId: MERCHANT_ID }}
        empty="Add them one by one, or upload a list."
        add={{ to: PATH, label: 'New customer', mayWrite: true, blocked }}
        {...(selecting && { selection: selectionOf(chosen, onChange) })}
      />
    )}
  </Held>
);
const tiles = (figure: string | null) => [
  { label: 'Collected', figure, more: '12 debits', definition: 'Settled this month.', link },
  { label: 'Failed', figure, link },
];

export const listExamples: Examples = {
  ButtonLink: { states: { link: () => <ButtonLink {...link}>Customers</ButtonLink> } },
  DataTable: { states: { rows: () => table(false), busy: () => table(true) } },
  EmptyState: {
    states: {
      plain: () => (
        <EmptyState icon={<IconUsers size={30} />} heading="No customers yet">
          Add them one by one.
        </EmptyState>
      ),
      'with a way on': () => (
        <EmptyState
          icon={<IconUsers size={30} />}
          heading="No products yet"
          next={<GuardedButton reasonId={null}>New product</GuardedButton>}
        >
          A product is what a customer pays for.
        </EmptyState>
      ),
    },
  },
  FigureTiles: {
    states: {
      loaded: () => <FigureTiles label="Figures" tiles={tiles('USh 600,000')} />,
      'not yet': () => <FigureTiles label="Figures to come" tiles={tiles(null)} />,
    },
  },
  GuardedButton: {
    states: {
      enabled: () => <GuardedButton reasonId={null}>Collect</GuardedButton>,
      link: () => (
        <GuardedButton reasonId={null} link={link}>
          Customers
        </GuardedButton>
      ),
      disabled: () => (
        <>
          <p id="why">The mandate is paused.</p>
          <GuardedButton reasonId="why">Collect</GuardedButton>
        </>
      ),
    },
  },
  ListDrawers: { states: { 'no drawer': () => <ListDrawers /> } },
  ListScreen: {
    alone: 'example',
    states: {
      rows: () => screen(false),
      selection: () => screen(true),
      blocked: () => screen(false, 'The business is not approved yet.'),
      none: () => screen(false),
      loading: () => screen(false),
      failed: () => screen(false),
    },
  },
  ListSkeleton: { states: { shown: () => <ListSkeleton label="Loading customers" /> } },
  Pagination: {
    alone: 'example',
    states: {
      one: () => pages(0, 1),
      first: () => pages(0, 3),
      middle: () => pages(1, 3),
      last: () => pages(2, 3),
    },
  },
};
