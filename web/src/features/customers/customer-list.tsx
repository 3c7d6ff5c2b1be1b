import { exportCustomers, listCustomers } from '@tegeka/contract/customers/customers.ts';
import { lazy, Suspense } from 'react';
import { customerLink } from '#platform/router/entity-links.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { fullName, LIST_PLACE } from '#features/customers/customer-labels.ts';
import { useOpenWork } from '#ui/imports/import-screens.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';

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
    {
      name: 'phone',
      label: 'Phone',
      kind: 'phone',
      value: ({ phoneNumber }) => phoneNumber,
      phone: 'about',
    },
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
  link: ({ id }) => customerLink(id),
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

// Lazy: needed only during an upload.
const CustomerUploadNote = lazy(async () => ({
  default: (await import('./customer-import.tsx')).CustomerUploadNote,
}));

/** The customers of a business, or the empty state with how to add them. */
export function CustomerList({ rights }: { rights: MerchantRights }) {
  const { merchantId, mayWrite, blocked } = rights;
  const isUploading = useOpenWork(merchantId)?.uploads.includes('customers');
  const first = 'Add them one by one, or upload a list that you have already.';
  return (
    <ListScreen
      list={customerList}
      params={{ merchantId }}
      add={{
        ...rights,
        to: '/dashboard/customers/new',
        label: 'Add customer',
        uploads: '/dashboard/customers/uploads',
      }}
      place={LIST_PLACE}
      notes={
        <Suspense>
          {mayWrite && isUploading && <CustomerUploadNote merchantId={merchantId} />}
        </Suspense>
      }
      empty={
        <>
          Customers are the people and businesses you collect payments from.{' '}
          {mayWrite && blocked === null && first}
        </>
      }
    />
  );
}
