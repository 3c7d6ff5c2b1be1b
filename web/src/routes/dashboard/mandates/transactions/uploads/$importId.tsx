import { createFileRoute } from '@tanstack/react-router';
import { debitImport } from '#features/debits/debit-import.tsx';
import type { DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { uploadRoute } from '#ui/imports/import-routes.tsx';

const drawer: DrawerRoute<'importId'> = uploadRoute(debitImport);
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/transactions/uploads/$importId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
