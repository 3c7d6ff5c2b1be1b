import { createFileRoute } from '@tanstack/react-router';
import { ClearingFileDetail, clearingFileQuery } from '#features/clearing/clearing-file-detail.tsx';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'clearingFileId'> = detailRoute({
  back: '/dashboard/mandates/clearing-files',
  query: ({ clearingFileId }) => clearingFileQuery(clearingFileId),
  Detail: ({ entity }) => <ClearingFileDetail file={entity} />,
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/clearing-files/$clearingFileId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
