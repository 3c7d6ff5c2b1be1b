import { createFileRoute } from '@tanstack/react-router';
import { customerImport } from '#features/customers/customer-import.tsx';
import { uploadsLoader, uploadsScreen } from '#ui/imports/import-routes.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

export const Route = createFileRoute('/dashboard/customers/uploads')({
  staticData: { title: 'Uploads', domains: ['MERCHANT'], permission: 'customers.write' },
  validateSearch: listSearchOf,
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: uploadsLoader(customerImport),
  component: withRights('customers.write', uploadsScreen(customerImport)),
});
