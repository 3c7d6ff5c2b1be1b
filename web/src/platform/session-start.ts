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

/**
 * What a page does when it loads: it asks the provider once, without a question, whether somebody is
 * signed in; unless it knows, must not, or is the sign-in page, which goes to the provider itself.
 */
export function decideStart(page: { path: string; held: boolean }): 'stay' | 'check' {
  const path = trimmed(page.path);
  const leadsToSignIn = ['/', '/auth', '/auth/login', '/register'].includes(path);
  return page.held || leadsToSignIn || UNCHECKED.includes(path) ? 'stay' : 'check';
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
