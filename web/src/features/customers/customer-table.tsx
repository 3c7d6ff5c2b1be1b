import type { Customer } from '@tegeka/contract/customers.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { Link } from '@tanstack/react-router';
import type { ColumnName } from '#features/customers/customer-columns.ts';
import { CustomerEmail } from '#features/customers/customer-email.tsx';
import { orderOf, type SortKey, turned } from '#features/customers/customer-query.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { fullName, phoneWords } from '#features/customers/customer-words.ts';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import css from './customers.module.css';

interface CustomerTableProps {
  customers: readonly Customer[];
  search: CustomerSearch;
  shown: readonly ColumnName[];
  busy: boolean;
  onSearch: (search: CustomerSearch) => void;
}

const nothing = <span className={css.nothing}>none</span>;

const CELLS: Record<ColumnName, Column<Customer>> = {
  reference: {
    label: 'Reference',
    cell: (one) => <span className={css.reference}>{one.customerReferenceNumber}</span>,
  },
  phone: {
    label: 'Phone',
    cell: ({ phoneNumber }) =>
      phoneNumber ? (
        <span className={`${css.whole} ${css.phone}`}>{phoneWords(phoneNumber)}</span>
      ) : (
        nothing
      ),
  },
  email: {
    label: 'Email',
    cell: ({ email }) =>
      email ? (
        <span className={css.email}>
          <CustomerEmail address={email} />
        </span>
      ) : (
        nothing
      ),
  },
  status: {
    label: 'Status',
    cell: ({ status }) => <StatusBadge value={status} />,
    corner: true,
  },
  added: {
    label: 'Added',
    cell: ({ createdAt }) => <span className={css.whole}>{showDay(createdAt)}</span>,
  },
  changed: {
    label: 'Changed',
    cell: ({ updatedAt }) => <span className={css.whole}>{showDay(updatedAt)}</span>,
  },
};

const SORTED_BY: Partial<Record<ColumnName, SortKey>> = {
  reference: 'customerReferenceNumber',
  added: 'createdAt',
};

function columnsOf({ search, shown, onSearch }: CustomerTableProps): Column<Customer>[] {
  const sort = (key: SortKey) => ({
    order: orderOf(search, key),
    onTurn: () => onSearch(turned(search, key)),
  });
  const name: Column<Customer> = {
    label: 'Name',
    sort: sort('name'),
    cell: (one) => (
      <Link
        to="/dashboard/customers/$customerId"
        params={{ customerId: one.id }}
        search={search}
        className={css.title}
      >
        {fullName(one)}
      </Link>
    ),
  };
  const others = shown.map((column) => {
    const key = SORTED_BY[column];
    return key ? { ...CELLS[column], sort: sort(key) } : CELLS[column];
  });
  return [name, ...others];
}

/** The customers of a page; each leads to its own address. */
export function CustomerTable(props: CustomerTableProps) {
  return (
    <DataTable
      label="Customers"
      columns={columnsOf(props)}
      rows={props.customers}
      keyOf={({ id }) => id}
      busy={props.busy}
    />
  );
}
