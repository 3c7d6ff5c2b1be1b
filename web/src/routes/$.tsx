import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any path that no other route knows. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => redirect({ to: '/auth/404', replace: true, throw: true }),
});
