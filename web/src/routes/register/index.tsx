import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/register/')({
  beforeLoad: () => redirect({ to: '/register/user', replace: true, throw: true }),
});
