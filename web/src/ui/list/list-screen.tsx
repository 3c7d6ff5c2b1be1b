import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LIST_ROWS_MAX, type ListPage } from '@tegeka/contract/kit/list.ts';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { cache } from '#platform/call/cache.ts';
import { FlashMessage, flashMessage } from '#ui/feedback/flash-message.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { type ColumnsShown, ListCell, slotsOf, useColumns } from './list-columns.tsx';
import {
  formatCount,
  isNarrowed,
  isSortable,
  orderOf,
  PAGE_SIZES,
  pagesMax,
  sizeOf,
  toggledSort,
} from './list-query.ts';
import { type Column, DataTable, Pagination, type RowSlot } from './data-table.tsx';
import {
  type ListColumn,
  type ListDefinition,
  type ListView,
  useListView,
  withSearch,
} from './list-definition.ts';
import { EmptyState } from './empty-state.tsx';
import { type ListAdd, useListAdd } from './list-add.tsx';
import { ListHead } from './list-head.tsx';
import { ListFailed, ListSkeleton } from './list-notices.tsx';
import { type ListSelection, RowCheckbox } from './list-selection.tsx';
import { ListTools } from './list-tools.tsx';
import layout from '#ui/shell/layout.module.css';

// Loaded on demand, when nothing is found.
const NothingListed = lazy(async () => ({
  default: (await import('./list-narrowed.tsx')).NothingListed,
}));

interface ListScreenProps<Row, Params> {
  list: ListDefinition<Row, Params>;
  params: Params;
  /** The text of the empty state, which replaces the whole list if it has no entries at all. */
  empty: ReactNode;
  /** The heading of the empty state. Default: such as 'No customers yet'. */
  emptyHeading?: string;
  /** How an entry is added. */
  add?: ListAdd;
  /** Buttons above the list on the right, before the one that adds. */
  actions?: ReactNode;
  /** The place of flash messages about the list. They are removed when its view changes. */
  place?: string;
  /** Shown above the list once it is loaded, such as an import that is running. */
  notes?: ReactNode;
  selection?: ListSelection<Row>;
  /** Renders content above the list, such as figures. The page is null until it is loaded. */
  renderAbove?: (page: ListPage<Row> | null) => ReactNode;
}

interface ListedProps<Row, Params> {
  view: ListView<Row, Params>;
  page: ListPage<Row>;
  choice: ColumnsShown<Row>;
  selection: ListSelection<Row> | undefined;
  /** True while another page is being loaded. */
  busy: boolean;
}

function columnOf<Row extends { id: string }, Params>(
  { list, search, go }: ListView<Row, Params>,
  column: ListColumn<Row>,
  slot: RowSlot | undefined,
  selection: ListSelection<Row> | undefined,
): Column<Row> {
  const { label, kind, sub, sort } = column;
  const shown = (row: Row) => {
    const cell = <ListCell column={column} row={row} stateLabels={list.stateLabels} />;
    if (slot !== 'title' || !list.link) return cell;
    return (
      <>
        {selection && <RowCheckbox row={row} of={selection} />}
        <Link {...withSearch(list.link(row), search)}>{cell}</Link>
      </>
    );
  };
  return {
    label,
    slot,
    end: kind === 'money' || kind === 'negated',
    cell: shown,
    sub,
    ...(isSortable(list, sort) && {
      sort: {
        order: orderOf(list, search, sort),
        onToggle: () => go(toggledSort(list, search, sort)),
      },
    }),
  };
}

/** The note below a list with more entries than can be paged through; null if it has fewer. */
function moreText<Row, Params>({ list }: ListView<Row, Params>, page: ListPage<Row>) {
  if (page.totalIsCapped)
    return 'More are found than can be listed: these are some of them. Type more, or narrow the list.';
  if (page.totalElements <= LIST_ROWS_MAX) return null;
  const ways = list.file ? 'a filter, a search or the export' : 'a filter or a search';
  return `Only the first ${formatCount(LIST_ROWS_MAX)} can be paged through. Use ${ways}.`;
}

/** The entries of a page with the pagination, or why there are none. */
function Listed<Row extends { id: string }, Params>(props: ListedProps<Row, Params>) {
  const { view, page, choice, selection, busy } = props;
  const { list, search, go } = view;
  if (page.content.length === 0)
    return (
      <Suspense>
        <NothingListed list={list} search={search} onSearch={go} beyond={page.totalElements > 0} />
      </Suspense>
    );
  const more = moreText(view, page);
  // A row that opens no drawer shows all that there is on phones too.
  const slots = list.link ? slotsOf(choice.shown) : null;
  const onSize = (size: number) =>
    go({ ...search, page: undefined, size: size === PAGE_SIZES[0] ? undefined : size });
  const selectable = selection ? page.content.filter(selection.can) : [];
  return (
    <>
      {selectable.length > 0 && selection?.renderBar(selectable)}
      <DataTable
        label={list.many.charAt(0).toUpperCase() + list.many.slice(1)}
        columns={choice.shown.map((column) =>
          columnOf(view, column, slots?.get(column.name), selection),
        )}
        rows={page.content}
        keyOf={({ id }) => id}
        busy={busy}
      />
      <Pagination
        {...page}
        totalPages={Math.min(page.totalPages, pagesMax(page.size))}
        capped={page.totalIsCapped}
        sizes={{ size: sizeOf(search), choices: PAGE_SIZES, onSize }}
        onPage={(next) => go({ ...search, page: next || undefined })}
      />
      {more && <p className={layout.dimmed}>{more}</p>}
    </>
  );
}

/** True if the address names a part of the list: then the list is assumed not to be empty. */
function asksForPart<Row, Params>({ list, search }: ListView<Row, Params>): boolean {
  return Boolean(search.status ?? search.page) || isNarrowed(list, search);
}

function isEmpty<Row, Params>({ list, search }: ListView<Row, Params>, page: ListPage<Row>) {
  if (isNarrowed(list, search)) return false;
  return Object.values(page.counts).reduce((sum, count) => sum + count, page.totalElements) === 0;
}

/**
 * The outlet for the drawers of a list. Its own Suspense keeps the list visible while the code of a drawer
 * is loaded: a hidden list loses the focus, and the drawer could not restore it.
 */
export function ListDrawers() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}

/** The screen of a list endpoint. State, search, filters, order and page are all in the address. */
export function ListScreen<Row extends { id: string }, Params>(
  props: ListScreenProps<Row, Params>,
): ReactNode {
  const { list, params, empty, emptyHeading, place, notes, selection, renderAbove } = props;
  const add = useListAdd(props.add);
  const view = useListView(list, params, () => {
    if (place !== undefined) flashMessage(null);
  });
  const answer = useQuery(
    { ...list.page(params, view.search), placeholderData: keepPreviousData },
    cache,
  );
  const choice = useColumns(list);
  const page = answer.data;
  const actions = (
    <>
      {props.actions}
      {add.button}
    </>
  );
  const above = (
    <>
      {place !== undefined && <FlashMessage place={place} />}
      {page && notes}
    </>
  );
  if (page && isEmpty(view, page))
    return (
      <>
        {above}
        <EmptyState
          icon={<MenuIcon meaning={list.icon} size={30} />}
          heading={emptyHeading ?? `No ${list.many} yet`}
          next={(props.actions ?? add.button) && actions}
        >
          {empty} {add.reason}
        </EmptyState>
      </>
    );
  // Until it is known whether the list is empty, only a skeleton is shown.
  if (answer.isPending && !asksForPart(view))
    return (
      <>
        {above}
        <ListSkeleton label={`Loading ${list.many}`} />
      </>
    );
  return (
    <>
      {above}
      {renderAbove?.(page ?? null)}
      {(page || answer.isPending) && <ListHead view={view} page={page ?? null} actions={actions} />}
      {add.reason && <p className={`${layout.dimmed} ${layout.above}`}>{add.reason}</p>}
      <ListTools view={view} counts={page?.counts ?? null} choice={choice} />
      {answer.isLoadingError && (
        <ListFailed
          view={view}
          error={answer.error}
          trying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )}
      {answer.isPending && <ListSkeleton label={`Loading ${list.many}`} />}
      {page && <Listed {...{ view, page, choice, selection }} busy={answer.isPlaceholderData} />}
    </>
  );
}
