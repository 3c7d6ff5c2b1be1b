import { watched } from '#platform/device/page.ts';

/** Pages on which there is no check for a session (spec notes, 4). */
const UNCHECKED = ['/reset-password', '/register/user', '/auth/logout'];

const PUBLIC = ['/', '/register', '/auth', '/auth/login', '/auth/404', '/auth/403', ...UNCHECKED];

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
  /** True if the last activity was longer ago than the inactivity timeout. */
  inactive: boolean;
  /** True if a token is stored, possibly of an incomplete sign-in. */
  token: boolean;
}

/**
 * What a page does when it loads. A session past the inactivity timeout is ended. The sign-in page
 * redirects to the provider if it has nothing to continue with. Other pages check once, with
 * prompt=none, whether there is a session, unless one is known or the page is excluded.
 */
export function decideStart(page: LoadedPage): 'stay' | 'check' | 'sign-in' | 'sign-out' {
  const path = trimmed(page.path);
  if (page.held) return page.inactive && !UNCHECKED.includes(path) ? 'sign-out' : 'stay';
  if (path === '/auth/login') return page.token || isAnswer(page.search) ? 'stay' : 'sign-in';
  const leadsToSignIn = ['/', '/auth', '/register'].includes(path);
  return leadsToSignIn || UNCHECKED.includes(path) ? 'stay' : 'check';
}

/** Why the logout page is shown to a person who has not logged out. */
export type LogoutNote =
  /** Signed in to another app with an account that this app does not admit. */
  { kind: 'not-admitted'; email: string } | { kind: 'not-signed-in' };

/** What the logout page says beside its specified text, until the next page is loaded. */
export const logoutNote = watched<LogoutNote | null>(null);

/** Seconds for which the page that was requested before a sign-in is kept. */
const WANTED_SECONDS = 900;

/**
 * Keeps a dashboard page that was requested without a session, for the next sign-in. In a cookie: it
 * expires, and the tab that the logout page opens has it too.
 */
export function keepWanted(path: string): void {
  if (wantedPath(path) === null) return;
  const value = encodeURIComponent(path);
  document.cookie = `WANTED_PAGE=${value}; Max-Age=${WANTED_SECONDS}; Path=/; SameSite=Lax`;
}

/** Returns the kept page and deletes it. Null if there is none. */
export function takeWanted(): string | null {
  const [, value] = /(?:^|; )WANTED_PAGE=([^;]*)/.exec(document.cookie) ?? [];
  if (!value) return null;
  document.cookie = 'WANTED_PAGE=; Max-Age=0; Path=/';
  return wantedPath(decodeURIComponent(value));
}

/** Returns the path if it is in the dashboard, so that a sign-in may lead to it; else null. */
export function wantedPath(returnTo: string): string | null {
  return /^\/dashboard(\/|\?|$)/.test(returnTo) ? returnTo : null;
}
