import { createFileRoute } from '@tanstack/react-router';
import { mandateImport } from '#features/mandates/mandate-import.tsx';
import type { DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { uploadRoute } from '#ui/imports/import-routes.tsx';

const drawer: DrawerRoute<'importId'> = uploadRoute(mandateImport);
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/uploads/$importId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
