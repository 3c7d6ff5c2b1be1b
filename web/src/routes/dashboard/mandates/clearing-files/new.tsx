import { createFileRoute } from '@tanstack/react-router';
import { ClearingFileNew } from '#features/clearing/clearing-file-form.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';

export const Route = createFileRoute('/dashboard/mandates/clearing-files/new')({
  staticData: { overlay: true, permission: 'clearing.write' },
  component: createDrawer('/dashboard/mandates/clearing-files', ClearingFileNew),
});
