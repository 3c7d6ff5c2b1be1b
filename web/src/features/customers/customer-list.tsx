import { Button } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { exportCustomers, listCustomers } from '@tegeka/contract/customers/customers.ts';
import { linkOptions } from '@tanstack/react-router';
import { useId } from 'react';
import type { MerchantRights } from '#platform/session/session.ts';
import { fullName, LIST_PLACE } from '#features/customers/customer-words.ts';
import { FlashMessage, flashMessage } from '#ui/feedback/flash-message.tsx';
import { ButtonLink, EmptyState } from '#ui/list/empty-state.tsx';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';

/** The customers of a business. */
export const customerList = defineList(listCustomers, {
  path: '/dashboard/customers',
  one: 'customer',
  many: 'customers',
  icon: 'customers',
  columns: [
    { name: 'name', label: 'Name', value: fullName, sort: 'name' },
    {
      name: 'reference',
      label: 'Reference',
      value: (customer) => customer.customerReferenceNumber,
      sort: 'customerReferenceNumber',
    },
    { name: 'phone', label: 'Phone', kind: 'phone', value: ({ phoneNumber }) => phoneNumber },
    { name: 'email', label: 'Email', kind: 'email', value: ({ email }) => email },
    { name: 'status', label: 'Status', kind: 'state', value: ({ status }) => status },
    {
      name: 'added',
      label: 'Added',
      kind: 'date',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
    },
    {
      name: 'changed',
      label: 'Changed',
      kind: 'date',
      value: ({ updatedAt }) => updatedAt,
      hidden: true,
    },
  ],
  link: ({ id }) =>
    linkOptions({ to: '/dashboard/customers/$customerId', params: { customerId: id } }),
  searches: 'names, references, phone numbers and emails',
  nothingIn: {
    ACTIVE: {
      heading: 'No active customers',
      text: 'All of your customers are disabled. You can enable them again, one by one.',
    },
    DISABLED: {
      heading: 'No disabled customers',
      text: 'Customers that you disable are listed here.',
    },
  },
  export: exportCustomers,
});

interface CustomerWaysProps {
  rights: MerchantRights;
  search: ListSearch;
  /** The sentence that says why nobody can be added. */
  reasonId: string;
}

/** The ways to add customers; disabled with the reason where nobody can be added. */
function CustomerWays({ rights, search, reasonId }: CustomerWaysProps) {
  const plus = <IconPlus size={16} aria-hidden />;
  if (!rights.mayWrite) return null;
  if (rights.blocked !== null) {
    return (
      <Button disabled leftSection={plus} aria-describedby={reasonId}>
        Add customer
      </Button>
    );
  }
  return (
    <>
      <ButtonLink
        to="/dashboard/customers/uploads"
        variant="default"
        leftSection={<IconFileUpload size={16} aria-hidden />}
      >
        Upload a file
      </ButtonLink>
      <ButtonLink to="/dashboard/customers/new" search={search} leftSection={plus}>
        Add customer
      </ButtonLink>
    </>
  );
}

/** The customers of a business, or how the first ones get here. */
export function CustomerList({ rights, search }: { rights: MerchantRights; search: ListSearch }) {
  const reasonId = useId();
  const { merchantId, mayWrite, blocked } = rights;
  const ways = <CustomerWays rights={rights} search={search} reasonId={reasonId} />;
  const reason = mayWrite && blocked !== null ? blocked : null;
  const first = ' Add them one by one, or upload a list that you have already.';
  return (
    <>
      <FlashMessage place={LIST_PLACE} />
      <ListScreen
        list={customerList}
        params={{ merchantId }}
        actions={ways}
        note={reason && <span id={reasonId}>{reason}</span>}
        onGo={() => flashMessage(null)}
        empty={
          <EmptyState
            icon={<MenuIcon meaning="customers" size={30} />}
            heading="No customers yet"
            next={mayWrite && ways}
          >
            Customers are the people and businesses you collect payments from.
            <span id={reasonId}>{reason ? ` ${reason}` : mayWrite && first}</span>
          </EmptyState>
        }
      />
    </>
  );
}
