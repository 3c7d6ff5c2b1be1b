import { redirect, useLoaderData } from '@tanstack/react-router';
import { type Domain, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { Permission } from '@tegeka/contract/kit/permissions.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/** Who may enter a page below /dashboard. A drawer has also the access of its list. */
interface Access {
  /** The permission that is needed to enter. */
  permission?: Permission;
  /** Replaces `permission`: the one that is needed in the apps of these domains, and none elsewhere. */
  permissions?: Partial<Record<Domain, Permission>>;
  /**
   * The domains that have the page: it is not found elsewhere, nor by people of a business that is not
   * registered. Default: those with the page in their menu.
   */
  domains?: readonly Domain[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Access {
    /** The page title, before ' - ' and the product's name. */
    title?: string;
    /** Replaces `title` in the apps of these domains. */
    titles?: Partial<Record<Domain, string>>;
    /** True where the page shows its title itself, so that no shell has to. */
    ownHeading?: true;
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

interface Visitor {
  domain: Domain;
  merchantId: string | null;
  roles: readonly string[];
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

/** Where somebody is sent who may not enter a page; null for those who may. */
export function refusalOf(
  matches: readonly { staticData: Access }[],
  { domain, merchantId, roles }: Visitor,
): '/auth/403' | '/auth/404' | null {
  const pages = matches.map(({ staticData }) => staticData);
  const isRegistered = domain !== 'MERCHANT' || merchantId !== null;
  if (!pages.every(({ domains }) => !domains || (domains.includes(domain) && isRegistered)))
    return '/auth/404';
  const needed = pages.map(({ permission, permissions }) => permissions?.[domain] ?? permission);
  return needed.every((name) => !name || roles.includes(name)) ? null : '/auth/403';
}

type Target =
  | '/auth/403'
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

/** Options of the route of a form: it is not loaded again, since from its start on it has the input. */
export const LOADED_ONCE = { staleTime: Infinity, gcTime: 0 };

/** Returns the entity of a drawer. Redirects to auth/404 if it is not found. */
export async function foundOr404<T>(fetching: Promise<T>): Promise<T> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) redirectTo('/auth/404');
    throw error;
  }
}

/** What the loader of the same route has returned. The router knows its type only by the route's id. */
export function useLoaded<T>(): T {
  const loaded: unknown = useLoaderData({ strict: false });
  return loaded as T;
}
