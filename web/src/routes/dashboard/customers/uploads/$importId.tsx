import { createFileRoute } from '@tanstack/react-router';
import { customerImport } from '#features/customers/customer-import.tsx';
import type { DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { uploadRoute } from '#ui/imports/import-routes.tsx';

const drawer: DrawerRoute<'importId'> = uploadRoute(customerImport);
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/customers/uploads/$importId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
