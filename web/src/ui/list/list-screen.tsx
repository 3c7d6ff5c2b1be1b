import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LIST_ROWS_MAX, type ListPage } from '@tegeka/contract/kit/list.ts';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { cache } from '#platform/call/cache.ts';
import { FlashMessage, flashMessage } from '#ui/feedback/flash-message.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { type ColumnsShown, ListCell, useColumns } from './list-columns.tsx';
import {
  countWords,
  isNarrowed,
  isSortable,
  orderOf,
  PAGE_SIZES,
  pagesMost,
  sizeOf,
  toggledSort,
} from './list-query.ts';
import { type Column, DataTable, Pagination } from './data-table.tsx';
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
import { ListTools } from './list-tools.tsx';
import layout from '#ui/shell/layout.module.css';

// Only where nothing is found.
const NothingListed = lazy(async () => ({
  default: (await import('./list-narrowed.tsx')).NothingListed,
}));

interface ListScreenProps<Row, Params> {
  list: ListDefinition<Row, Params>;
  params: Params;
  /** Instead of everything where there are no entries at all: what belongs here. */
  empty: ReactNode;
  /** The heading over that; 'No customers yet' unless told. */
  emptyHeading?: string;
  /** How an entry is added: said first where there are none. */
  add?: ListAdd;
  /** Above the list on its right, before the way to add. */
  actions?: ReactNode;
  /** Where flash messages about the list stand; they go when another view of it is asked for. */
  place?: string;
  /** Above the list, once it is there: what is at work on it. */
  notes?: ReactNode;
  /** Above everything, with the page once it is there: what stands out of the whole list. */
  renderAbove?: (page: ListPage<Row> | null) => ReactNode;
}

interface ListedProps<Row, Params> {
  view: ListView<Row, Params>;
  page: ListPage<Row>;
  choice: ColumnsShown<Row>;
  /** True while another page is on its way. */
  busy: boolean;
}

function columnOf<Row, Params>(
  { list, search, go }: ListView<Row, Params>,
  column: ListColumn<Row>,
  isTitle: boolean,
): Column<Row> {
  const { label, kind, sub, sort } = column;
  const shown = (row: Row) => {
    const cell = <ListCell column={column} row={row} stateWords={list.stateWords} />;
    if (!isTitle) return cell;
    return <Link {...withSearch(list.link(row), search)}>{cell}</Link>;
  };
  return {
    label,
    corner: kind === 'state',
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

/** What is said below a list that has more than can be paged through. */
function moreWords<Row, Params>({ list }: ListView<Row, Params>, page: ListPage<Row>) {
  if (page.totalIsCapped)
    return 'More are found than can be listed: these are some of them. Type more, or narrow the list.';
  if (page.totalElements <= LIST_ROWS_MAX) return null;
  const ways = list.file ? 'a filter, a search or the export' : 'a filter or a search';
  return `Only the first ${countWords(LIST_ROWS_MAX)} can be paged through. Use ${ways}.`;
}

/** The entries of a page, or why there are none on it, and the ways to other pages. */
function Listed<Row extends { id: string }, Params>(props: ListedProps<Row, Params>) {
  const { view, page, choice, busy } = props;
  const { list, search, go } = view;
  if (page.content.length === 0)
    return (
      <Suspense>
        <NothingListed list={list} search={search} onSearch={go} beyond={page.totalElements > 0} />
      </Suspense>
    );
  const more = moreWords(view, page);
  const onSize = (size: number) =>
    go({ ...search, page: undefined, size: size === PAGE_SIZES[0] ? undefined : size });
  return (
    <>
      <DataTable
        label={list.many.charAt(0).toUpperCase() + list.many.slice(1)}
        columns={choice.shown.map((column, at) => columnOf(view, column, at === 0))}
        rows={page.content}
        keyOf={({ id }) => id}
        busy={busy}
      />
      <Pagination
        {...page}
        totalPages={Math.min(page.totalPages, pagesMost(page.size))}
        capped={page.totalIsCapped}
        sizes={{ size: sizeOf(search), choices: PAGE_SIZES, onSize }}
        onPage={(next) => go({ ...search, page: next || undefined })}
      />
      {more && <p className={layout.dimmed}>{more}</p>}
    </>
  );
}

/** True where the address asks for a part of the list: then it has been seen, and is not empty. */
function asksForPart<Row, Params>({ list, search }: ListView<Row, Params>): boolean {
  return Boolean(search.status ?? search.page) || isNarrowed(list, search);
}

function isEmpty<Row, Params>({ list, search }: ListView<Row, Params>, page: ListPage<Row>) {
  if (isNarrowed(list, search)) return false;
  return Object.values(page.counts).reduce((sum, count) => sum + count, page.totalElements) === 0;
}

/**
 * Where the drawers of a list are shown. While the code of one is on its way the list stays in sight: hidden,
 * it would lose the focus, and the drawer could not give it back.
 */
export function ListDrawers() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}

/** A list of an endpoint: by state, searched, filtered, sorted, page by page, all in the address. */
export function ListScreen<Row extends { id: string }, Params>(
  props: ListScreenProps<Row, Params>,
): ReactNode {
  const { list, params, empty, emptyHeading, place, notes, renderAbove } = props;
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
  // Until it is known whether there is a list, only its room is kept.
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
      {answer.isError && (
        <ListFailed
          view={view}
          error={answer.error}
          trying={answer.isFetching}
          onAgain={() => void answer.refetch()}
        />
      )}
      {answer.isPending && <ListSkeleton label={`Loading ${list.many}`} />}
      {page && !answer.isError && (
        <Listed view={view} page={page} choice={choice} busy={answer.isPlaceholderData} />
      )}
    </>
  );
}
