import { redirect } from '@tanstack/react-router';

type Target = '/auth/404' | '/auth/logout' | '/register/business' | '/register/pending-approval';

/** Leaves a route that is being loaded for another one. */
export function redirectTo(to: Target): never {
  // The router's way to stop a loader; `redirect({ throw: true })` is not typed as `never`.
  // eslint-disable-next-line typescript/only-throw-error
  throw redirect({ to, replace: true });
}
