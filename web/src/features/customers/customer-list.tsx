import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { customersQuery } from '#features/customers/customer-calls.ts';
import { type ColumnName, useCustomerColumns } from '#features/customers/customer-columns.ts';
import { CustomerHead, type CustomerPage } from '#features/customers/customer-head.tsx';
import { NoCustomers, NothingListed } from '#features/customers/customers-empty.tsx';
import { PAGE_SIZES, sizeOf } from '#features/customers/customer-query.ts';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { CustomerTable } from '#features/customers/customer-table.tsx';
import { CustomerTabs } from '#features/customers/customer-tabs.tsx';
import { LIST_PLACE } from '#features/customers/customer-words.ts';
import { cache } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { ColumnChoice } from '#ui/list/column-choice.tsx';
import { EmptyState } from '#ui/list/empty-state.tsx';
import { FlashMessage } from '#ui/feedback/flash-message.tsx';
import { ListBar, ListSkeleton, ListTop } from '#ui/list/list-frame.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { PageTurner } from '#ui/list/page-turner.tsx';
import { SearchBox } from '#ui/list/search-box.tsx';
import css from './customers.module.css';

interface CustomerListProps {
  rights: CustomerRights;
  search: CustomerSearch;
  /** Another view of the list; one that is being typed takes the place of the present one. */
  onSearch: (search: CustomerSearch, typing?: boolean) => void;
}

interface ListedProps extends Omit<CustomerListProps, 'rights'> {
  page: CustomerPage;
  shown: readonly ColumnName[];
  busy: boolean;
}

/** The customers of a page, or why there are none on it, and the ways to other pages. */
function ListedCustomers({ page, search, shown, busy, onSearch }: ListedProps) {
  const { content, totalElements, totalIsCapped } = page;
  if (content.length === 0)
    return <NothingListed search={search} beyond={totalElements > 0} onSearch={onSearch} />;
  const onSize = (size: number) =>
    onSearch({ ...search, page: undefined, size: size === PAGE_SIZES[0] ? undefined : size });
  return (
    <>
      <CustomerTable
        customers={content}
        search={search}
        shown={shown}
        busy={busy}
        onSearch={onSearch}
      />
      <PageTurner
        {...page}
        capped={totalIsCapped}
        sizes={{ size: sizeOf(search), choices: PAGE_SIZES, onSize }}
        onPage={(next) => onSearch({ ...search, page: next || undefined })}
      />
      {totalIsCapped && (
        <p className={css.hint}>
          More are found than can be listed: these are some of them. Type more of the name,
          reference, number or email.
        </p>
      )}
    </>
  );
}

interface FailedListProps {
  error: Error;
  trying: boolean;
  onAgain: () => void;
}

/** In the place of a list that did not arrive. */
function FailedList({ error, trying, onAgain }: FailedListProps) {
  if (error instanceof CallFailed && error.status === 404)
    return <Navigate to="/auth/404" replace />;
  const again = (
    <Button loading={trying} onClick={onAgain}>
      Try again
    </Button>
  );
  const icon = <MenuIcon meaning="customers" size={30} />;
  return (
    <div role="alert">
      <EmptyState icon={icon} heading="The customers could not be loaded" next={again}>
        {error instanceof CallFailed ? error.words() : 'Something went wrong on this page.'}
      </EmptyState>
    </div>
  );
}

/** True where the address asks for a part of the list: then it has been seen, and is not empty. */
const asksForPart = ({ search, status, page }: CustomerSearch) =>
  [search, status, page].some((asked) => asked !== undefined);

const isEmptyBook = ({ counts, totalElements }: CustomerPage) =>
  counts.ACTIVE + counts.DISABLED + totalElements === 0;

/** The customers of a business: by state, searched, sorted, page by page. */
export function CustomerList({ rights, search, onSearch }: CustomerListProps) {
  const query = customersQuery(rights.merchantId, search);
  const list = useQuery({ ...query, placeholderData: keepPreviousData }, cache);
  const { columns, show } = useCustomerColumns();
  const page = list.data;
  // The place of what was just done stays as it is: the first customer is announced as any other.
  const said = <FlashMessage place={LIST_PLACE} />;
  if (page && isEmptyBook(page)) {
    return (
      <>
        {said}
        <NoCustomers rights={rights} />
      </>
    );
  }
  const shown = columns.filter((column) => column.shown).map(({ name }) => name);
  return (
    <>
      {said}
      <ListTop known={!list.isPending || asksForPart(search)}>
        {(page || list.isPending) && (
          <CustomerHead rights={rights} search={search} page={page ?? null} />
        )}
        <ListBar tabs={<CustomerTabs counts={page?.counts ?? null} search={search} />}>
          <SearchBox
            label="Search customers"
            text={search.search ?? ''}
            onSearch={(text) =>
              onSearch({ ...search, page: undefined, search: text || undefined }, true)
            }
          />
          <ColumnChoice columns={columns} onChange={show} />
        </ListBar>
      </ListTop>
      {list.isError && (
        <FailedList
          error={list.error}
          trying={list.isFetching}
          onAgain={() => void list.refetch()}
        />
      )}
      {list.isPending && <ListSkeleton label="Loading customers" />}
      {page && !list.isError && (
        <ListedCustomers
          page={page}
          search={search}
          shown={shown}
          busy={list.isPlaceholderData}
          onSearch={onSearch}
        />
      )}
    </>
  );
}
