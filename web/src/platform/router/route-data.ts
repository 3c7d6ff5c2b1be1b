import { redirect } from '@tanstack/react-router';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page title, before ' - ' and the product's name. */
    title?: string;
    /** True where the page shows its title itself, so that no shell has to. */
    ownHeading?: true;
    /** Roles that are all needed to enter. */
    roles?: readonly string[];
    /** Lies over the screen of the route above, which stays. */
    overlay?: true;
  }
}

/** The document title: that of the innermost route with a title, and the product name. */
export function titleOf(matches: readonly { staticData: { title?: string } }[]): string {
  const title = matches.findLast((match) => match.staticData.title)?.staticData.title;
  return title ? `${title} - ${PRODUCT_NAME}` : PRODUCT_NAME;
}

/** Pages with the guest shell even for a signed-in person. */
const GUEST_PAGES = ['/auth/login', '/auth/logout', '/register/user'];

/**
 * The shell of a page: the side layout for signed-in people, except on a few pages and on a page
 * with an answer of the identity provider (specification, 2.2).
 */
export function shellOf(
  signedIn: boolean,
  place: { pathname: string; searchStr: string },
): 'guest' | 'side' {
  const answered = new URLSearchParams(place.searchStr).has('state');
  return signedIn && !answered && !GUEST_PAGES.includes(place.pathname) ? 'side' : 'guest';
}

type Target =
  | '/auth/404'
  | '/auth/login'
  | '/auth/logout'
  | '/register/business'
  | '/register/pending-approval';

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
