import { redirect } from '@tanstack/react-router';

type Target = '/auth/404' | '/auth/logout' | '/register/business' | '/register/pending-approval';

/** Redirects from a route loader. */
export function redirectTo(to: Target): never {
  // TanStack Router stops a loader by a thrown redirect. `redirect({ throw: true })` is not typed
  // as `never`.
  // eslint-disable-next-line typescript/only-throw-error
  throw redirect({ to, replace: true });
}
