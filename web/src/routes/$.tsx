import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any path without a route of its own. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => redirect({ to: '/auth/404', replace: true, throw: true }),
});
