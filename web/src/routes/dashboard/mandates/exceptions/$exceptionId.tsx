import { createFileRoute } from '@tanstack/react-router';
import { ExceptionDetail, exceptionQuery } from '#features/clearing/clearing-exceptions.tsx';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'exceptionId'> = detailRoute({
  back: '/dashboard/mandates/exceptions',
  query: ({ exceptionId }) => exceptionQuery(exceptionId),
  Detail: ({ entity }) => <ExceptionDetail exception={entity} />,
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/exceptions/$exceptionId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
