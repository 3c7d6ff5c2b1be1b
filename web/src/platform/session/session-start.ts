/** Pages on which nobody is asked whether they are signed in (spec notes, 4). */
const UNCHECKED = ['/reset-password', '/register/user', '/auth/logout'];

/** Pages that anybody may see. */
const PUBLIC = ['/', '/register', '/auth', '/auth/login', '/auth/404', '/auth/403', ...UNCHECKED];

/** Pages behind the sign-in; what is neither is no page at all. */
const BEHIND = /^\/(dashboard(\/|$)|register\/(business|pending-approval)\/?$)/;

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** True for a page that needs nobody signed in. */
export function isPublic(path: string): boolean {
  return PUBLIC.includes(trimmed(path));
}

/** True where the provider has sent the browser back with its answer. */
export function isAnswer(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}

/** What a page is when it loads. */
interface LoadedPage {
  path: string;
  search: string;
  /** A person is known to be signed in. */
  held: boolean;
  /** A token is kept, of a sign-in that was perhaps not finished. */
  token: boolean;
}

/**
 * What a page does when it loads: the sign-in page goes to the provider where it has nothing to go on
 * with. Others ask the provider once, without a question, whether somebody is signed in, unless they
 * know or must not.
 */
export function decideStart(page: LoadedPage): 'stay' | 'check' | 'sign-in' {
  const path = trimmed(page.path);
  if (page.held) return 'stay';
  if (path === '/auth/login') return page.token || isAnswer(page.search) ? 'stay' : 'sign-in';
  const leadsToSignIn = ['/', '/auth', '/register'].includes(path);
  return leadsToSignIn || UNCHECKED.includes(path) ? 'stay' : 'check';
}

/** Where somebody who turned out not to be signed in goes. */
export function strangerPath(wanted: string): string {
  const path = wanted.split(/[?#]/)[0] ?? '';
  if (BEHIND.test(path)) return '/auth/logout';
  return isPublic(path) ? wanted : '/auth/404';
}

/** The page that was wanted before the sign-in, when it is one of ours behind the sign-in. */
export function wantedPath(returnTo: string): string | null {
  return /^\/dashboard(\/|\?|$)/.test(returnTo) ? returnTo : null;
}
