/** Pages on which there is no check for a session (spec notes, 4). */
const UNCHECKED = ['/reset-password', '/register/user', '/auth/logout'];

const PUBLIC = ['/', '/register', '/auth', '/auth/login', '/auth/404', '/auth/403', ...UNCHECKED];

/** Protected pages. Anything else is not a page. */
const PROTECTED = /^\/(dashboard(\/|$)|register\/(business|pending-approval)\/?$)/;

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

export function isPublic(path: string): boolean {
  return PUBLIC.includes(trimmed(path));
}

export function isAnswer(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}

interface LoadedPage {
  path: string;
  search: string;
  /** True if there is a session. */
  held: boolean;
  /** True if its person was last active longer ago than it may rest. */
  inactive: boolean;
  /** True if a token is stored, possibly of an incomplete sign-in. */
  token: boolean;
}

/**
 * What a page does when it loads. A session that rested too long is ended. The sign-in page redirects to the provider if it has nothing to
 * continue with. Other pages check once, with prompt=none, whether there is a session, unless one
 * is known or the page is excluded.
 */
export function decideStart(page: LoadedPage): 'stay' | 'check' | 'sign-in' | 'sign-out' {
  const path = trimmed(page.path);
  if (page.held) return page.inactive && !UNCHECKED.includes(path) ? 'sign-out' : 'stay';
  if (path === '/auth/login') return page.token || isAnswer(page.search) ? 'stay' : 'sign-in';
  const leadsToSignIn = ['/', '/auth', '/register'].includes(path);
  return leadsToSignIn || UNCHECKED.includes(path) ? 'stay' : 'check';
}

export function pathWithoutSession(wanted: string): string {
  const path = wanted.split(/[?#]/)[0] ?? '';
  if (PROTECTED.test(path)) return '/auth/logout';
  return isPublic(path) ? wanted : '/auth/404';
}

/** Seconds for which the page is kept that somebody wanted before they signed in. */
const WANTED_SECONDS = 900;

/**
 * Keeps the protected page that somebody without a session wanted, for the next sign-in: in a cookie, which
 * ends by itself, and which the tab has too that the logout page opens.
 */
export function keepWanted(path: string): void {
  if (wantedPath(path) === null) return;
  const value = encodeURIComponent(path);
  document.cookie = `WANTED_PAGE=${value}; Max-Age=${WANTED_SECONDS}; Path=/; SameSite=Lax`;
}

/** Takes the page that was kept, once. Null if there is none. */
export function takeWanted(): string | null {
  const [, value] = /(?:^|; )WANTED_PAGE=([^;]*)/.exec(document.cookie) ?? [];
  if (!value) return null;
  document.cookie = 'WANTED_PAGE=; Max-Age=0; Path=/';
  return wantedPath(decodeURIComponent(value));
}

/** The page that was requested before the sign-in, if it is a protected page of ours. */
export function wantedPath(returnTo: string): string | null {
  return /^\/dashboard(\/|\?|$)/.test(returnTo) ? returnTo : null;
}
