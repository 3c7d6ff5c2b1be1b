import { CUSTOMER_IMPORT, CUSTOMER_IMPORTS } from '@tegeka/contract/customers/customer-imports.ts';
import { linkOptions } from '@tanstack/react-router';
import { ImportOpenNote } from '#ui/imports/import-open.tsx';
import type { ImportScreens } from '#ui/imports/import-screens.ts';

/** The texts and links of the import of customers. */
export const customerImport: ImportScreens = {
  kind: CUSTOMER_IMPORT,
  endpoints: CUSTOMER_IMPORTS,
  home: '/dashboard/customers/uploads',
  one: (importId) =>
    linkOptions({ to: '/dashboard/customers/uploads/$importId', params: { importId } }),
  list: '/dashboard/customers',
  listLabel: 'Customers',
  made: { search: {}, label: 'See your customers' },
  fileLabel: 'Customer file',
  rowText: 'Each customer needs a phone number or an email.',
  template: '/customers-template',
  looksAt: 'names, phone numbers, emails, and references that are used twice',
  known: {
    title: 'You already have customers with these references',
    text: 'An upload leaves the customers that you have as they are: to change one, open it in your list. A new customer needs a reference of their own.',
  },
  follows: 'You can not undo an import. You can only disable customers, one by one.',
};

/** Note above the list: an upload of customers is not finished. */
export function CustomerUploadNote({ merchantId }: { merchantId: string }) {
  return <ImportOpenNote screens={customerImport} merchantId={merchantId} />;
}
