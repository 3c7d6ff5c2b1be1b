import { Button } from '@mantine/core';
import { AddCustomer, UploadCustomers } from '#features/customers/customer-head.tsx';
import { listedOf } from '#features/customers/customer-query.ts';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { EmptyState } from '#ui/list/empty-state.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import css from './customers.module.css';

const icon = <MenuIcon meaning="customers" size={30} />;

/** The book of a business that has no customers: what belongs here, and how it gets here. */
export function NoCustomers({ rights }: { rights: CustomerRights }) {
  const mayAdd = rights.mayWrite && rights.blocked === null;
  return (
    <EmptyState
      icon={icon}
      heading="No customers yet"
      next={
        rights.mayWrite && (
          <div className={css.firsts}>
            <AddCustomer rights={rights} search={{}} />
            <UploadCustomers rights={rights} />
          </div>
        )
      }
    >
      Customers are the people and businesses you collect payments from.
      {mayAdd && ' Add them one by one, or upload a list that you have already.'}
      {rights.mayWrite && rights.blocked !== null && ` ${rights.blocked}`}
    </EmptyState>
  );
}

interface NothingProps {
  search: CustomerSearch;
  /** True where the list has entries, but not on the page that the address names. */
  beyond: boolean;
  onSearch: (search: CustomerSearch) => void;
}

/** An empty page of a list that has customers elsewhere, with the way to them. */
export function NothingListed({ search, beyond, onSearch }: NothingProps) {
  const way = (label: string, next: CustomerSearch) => (
    <Button variant="default" onClick={() => onSearch(next)}>
      {label}
    </Button>
  );
  if (beyond) {
    const first = way('Go to the first page', { ...search, page: undefined });
    return (
      <EmptyState icon={icon} heading="There is no such page" next={first}>
        The list has fewer pages than {(search.page ?? 0) + 1}.
      </EmptyState>
    );
  }
  if (search.search) {
    const clear = way('Clear the search', { ...search, search: undefined, page: undefined });
    const whose = { ALL: 'a', ACTIVE: 'an active', DISABLED: 'a disabled' }[listedOf(search)];
    return (
      <EmptyState icon={icon} heading="Nothing found" next={clear}>
        No name, reference, phone number or email of {whose} customer begins with “{search.search}”.
      </EmptyState>
    );
  }
  const all = way('Show all customers', { ...search, status: undefined, page: undefined });
  const heading = listedOf(search) === 'ACTIVE' ? 'No active customers' : 'No disabled customers';
  return (
    <EmptyState icon={icon} heading={heading} next={all}>
      {listedOf(search) === 'ACTIVE'
        ? 'All of your customers are disabled. You can enable them again, one by one.'
        : 'Customers that you disable are listed here.'}
    </EmptyState>
  );
}
