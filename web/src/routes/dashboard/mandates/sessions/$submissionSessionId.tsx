import { createFileRoute } from '@tanstack/react-router';
import { SessionDetail, sessionQuery } from '#features/clearing/clearing-sessions.tsx';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'submissionSessionId'> = detailRoute({
  back: '/dashboard/mandates/sessions',
  query: ({ submissionSessionId }) => sessionQuery(submissionSessionId),
  Detail: ({ entity }) => <SessionDetail session={entity} />,
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/sessions/$submissionSessionId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
