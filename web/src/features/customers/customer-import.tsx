import { CUSTOMER_IMPORT, CUSTOMER_IMPORTS } from '@tegeka/contract/customers/customer-imports.ts';
import { linkOptions } from '@tanstack/react-router';
import { ImportOpenNote } from '#ui/imports/import-links.tsx';
import type { ImportScreens } from '#ui/imports/import-screens.ts';

/** Files of customers on the screen. */
export const customerImport: ImportScreens = {
  kind: CUSTOMER_IMPORT,
  endpoints: CUSTOMER_IMPORTS,
  home: linkOptions({ to: '/dashboard/customers/uploads' }),
  one: (importId) =>
    linkOptions({ to: '/dashboard/customers/uploads/$importId', params: { importId } }),
  list: linkOptions({ to: '/dashboard/customers' }),
  listLabel: 'Customers',
  made: {
    link: linkOptions({ to: '/dashboard/customers' }),
    search: {},
    label: 'See your customers',
  },
  fileLabel: 'Customer file',
  rowText: 'Each customer needs a phone number or an email.',
  template: '/customers-template',
  looksAt: 'names, phone numbers, emails, and references that are used twice',
  known: {
    title: 'You already have customers with these references',
    none: 'There is nothing new to import. An upload leaves the customers that you have as they are: to change one, open it in your list. A new customer needs a reference of their own.',
    have: {
      one: 'has a reference that you already use',
      many: 'have references that you already use',
    },
    some: {
      one: 'An import adds the new customer and leaves those that you have as they are.',
      many: 'An import adds the new customers and leaves those that you have as they are.',
    },
  },
  follows: 'You can not undo an import. You can only disable customers, one by one.',
  names: ['firstName', 'middleName', 'lastName'],
  reference: 'customerReferenceNumber',
  stale: ['listCustomers'],
};

/** Says over the list that an upload of customers has not ended. */
export function CustomerUploadNote({ merchantId }: { merchantId: string }) {
  return <ImportOpenNote screens={customerImport} merchantId={merchantId} />;
}
