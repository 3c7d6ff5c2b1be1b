import { redirect } from '@tanstack/react-router';
import { type Domain, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page title, before ' - ' and the product's name. */
    title?: string;
    /** Replaces `title` in the apps of these domains. */
    titles?: Partial<Record<Domain, string>>;
    /** True where the page shows its title itself, so that no shell has to. */
    ownHeading?: true;
    /** Roles that are all needed to enter. */
    roles?: readonly string[];
    /** True for a drawer over the screen of the parent route, which stays visible. */
    overlay?: true;
  }
}

interface Titled {
  staticData: { title?: string; titles?: Partial<Record<Domain, string>> };
}

/** The title of a page: that of the innermost route with a title; null where none has one. */
export function pageTitle(matches: readonly Titled[], domain: Domain): string | null {
  const data = matches.findLast((match) => match.staticData.title)?.staticData;
  return data?.titles?.[domain] ?? data?.title ?? null;
}

export function titleOf(matches: readonly Titled[], domain: Domain): string {
  const title = pageTitle(matches, domain);
  return title === null ? PRODUCT_NAME : `${title} - ${PRODUCT_NAME}`;
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

export function redirectTo(to: Target): never {
  // TanStack Router stops a loader by a thrown redirect. `redirect({ throw: true })` is not typed
  // as `never`.
  // eslint-disable-next-line typescript/only-throw-error
  throw redirect({ to, replace: true });
}

/** Returns the entity of a drawer. Redirects to auth/404 if it is not found. */
export async function foundOr404<T>(fetching: Promise<T>): Promise<T> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) redirectTo('/auth/404');
    throw error;
  }
}
