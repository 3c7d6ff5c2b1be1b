import { redirect } from '@tanstack/react-router';
import { CallFailed } from '#platform/call/call-failed.ts';

type Target = '/auth/404' | '/auth/logout' | '/register/business' | '/register/pending-approval';

/** Redirects from a route loader. */
export function redirectTo(to: Target): never {
  // TanStack Router stops a loader by a thrown redirect. `redirect({ throw: true })` is not typed
  // as `never`.
  // eslint-disable-next-line typescript/only-throw-error
  throw redirect({ to, replace: true });
}

/** What a drawer is about; where it is not there the way leads to auth/404. */
export async function foundOr404<T>(fetching: Promise<T>): Promise<T> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) redirectTo('/auth/404');
    throw error;
  }
}
