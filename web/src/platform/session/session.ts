import { useSyncExternalStore } from 'react';
import { claimsOf, renewIn } from './access-token.ts';
import { config } from '#platform/config/config.ts';
import { reachProvider, renewTokens, signOutAddress, type Tokens } from './provider.ts';
import { isPublic } from './session-start.ts';
import {
  clearStored,
  type CurrentUser,
  type Organization,
  readSession,
  readStored,
  type Session,
  STORED,
  writeStored,
} from './session-store.ts';

export type { CurrentUser, Organization, Session } from './session-store.ts';

/** The page of those who have left. */
const LOGOUT = '/auth/logout';

/** So long may what one tab stores be on its way to another, in milliseconds. */
const STORAGE_MS = 100;

const listeners = new Set<() => void>();
const farewells = new Set<() => Promise<void>>();
let kept: Session | null = readSession();
/** How far this device's clock is ahead of the provider's, known after the first renewal. */
let skew = 0;
let leaving = false;
let renewal: ReturnType<typeof setTimeout> | undefined;

function refreshKept(): void {
  kept = readSession();
  for (const listener of listeners) listener();
}

/** Renews the token in good time even where nothing is called, so that the session stays alive. */
function renewLater(): void {
  const token = readStored(STORED.token);
  clearTimeout(renewal);
  if (token) renewal = setTimeout(() => void accessToken(), renewIn(token, Date.now(), skew) + 1);
}

/** Keeps new tokens, as yet without a user. */
export function keepTokens(tokens: Tokens): void {
  const issuedAt = claimsOf(tokens.token)?.issuedAt;
  if (issuedAt !== undefined) skew = Date.now() - issuedAt * 1000;
  writeStored(STORED.token, tokens.token);
  writeStored(STORED.refreshToken, tokens.refreshToken);
  refreshKept();
  renewLater();
}

/** Marks the person as signed in: from here on `session.current()` answers. */
export function keepUser(user: CurrentUser, organization: Organization | null): void {
  writeStored(STORED.userName, user.email);
  if (organization) writeStored(STORED.organization, JSON.stringify(organization));
  else localStorage.removeItem(STORED.organization);
  writeStored(STORED.user, JSON.stringify(user));
  refreshKept();
}

/** Forgets tokens that the server does not take. */
export function forgetTokens(): void {
  clearStored();
  refreshKept();
}

/** What becomes of what is typed and not sent: a person who logs out leaves nothing behind. */
type Drafts = 'delete' | 'keep';

async function deleteDrafts(): Promise<void> {
  const { draftStorage } = await import('#platform/draft-storage.ts');
  await draftStorage.clear(kept?.user.email);
}

/** Ends the session in this browser and goes on to a page, by itself the logout page. */
async function dropSession(next: () => Promise<string> | string, drafts: Drafts): Promise<void> {
  if (leaving) return;
  leaving = true;
  await Promise.allSettled([...farewells].map((farewell) => farewell()));
  if (drafts === 'delete') await deleteDrafts().catch(() => undefined);
  clearStored();
  location.replace(await next());
}

/** Whether this tab is on its way out: its session has ended and another page comes. */
export function isLeaving(): boolean {
  return leaving;
}

/** The session has ended by itself. A page that anybody may see goes on as it is. */
async function endHere(): Promise<void> {
  if (isPublic(location.pathname)) forgetTokens();
  else await dropSession(() => LOGOUT, 'keep');
}

/** One renewal at a time, across all tabs; the tab that comes second finds the work done. */
async function renew(stale: string): Promise<string | null> {
  const now = readStored(STORED.token);
  if (now && now !== stale && renewIn(now, Date.now(), skew) > 0) return now;
  const refreshToken = readStored(STORED.refreshToken);
  const answer = refreshToken ? await renewTokens(refreshToken) : { kind: 'refused' as const };
  if (answer.kind === 'renewed') {
    keepTokens(answer.tokens);
    return answer.tokens.token;
  }
  if (answer.kind === 'refused') await endHere();
  return null;
}

/** A new token in the place of one that is running out or was refused; null when there is none. */
export function renewToken(stale: string): Promise<string | null> {
  // Locks exist on secure origins only; elsewhere two tabs may race and one signs in again.
  if (!('locks' in navigator)) return renew(stale);
  return new Promise((resolve, reject) => {
    void navigator.locks.request('tegeka-renewal', async () => {
      const before = readStored(STORED.token);
      await renew(stale).then(resolve, reject);
      // What is stored reaches other tabs on a way of its own, which may be slower than the lock.
      if (readStored(STORED.token) !== before)
        await new Promise((done) => setTimeout(done, STORAGE_MS));
    });
  });
}

/** An access token that is good for the next call; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const token = readStored(STORED.token);
  if (!token || renewIn(token, Date.now(), skew) > 0) return token;
  // Without an answer of the provider the old token is tried: the server may still take it.
  return (await renewToken(token)) ?? readStored(STORED.token);
}

/**
 * Signs out here, in the other tabs and at the provider, then shows the logout page, or `home`: the
 * domain's home address. A session that ends otherwise than by the person keeps their drafts.
 */
export async function signOut(
  then: 'logout' | 'home' = 'logout',
  drafts: Drafts = 'delete',
): Promise<void> {
  const backTo = config().homeUrl + (then === 'home' ? '/' : LOGOUT);
  await dropSession(async () => {
    try {
      await reachProvider();
      return signOutAddress(backTo);
    } catch {
      return LOGOUT;
    }
  }, drafts);
}

/** Runs before the session is cleared, for what must not outlive it on this device. */
function atSignOut(farewell: () => Promise<void>): () => void {
  farewells.add(farewell);
  return () => farewells.delete(farewell);
}

/** Begins to watch over the session of this tab: once, when the app is shown. */
function watch(): void {
  watchOtherTabs();
  if (kept !== null) renewLater();
}

/** A sign-out or another person's sign-in in another tab ends what this tab shows. */
function watchOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage) return;
    const before = kept?.user.email;
    refreshKept();
    if (before === undefined || leaving || kept?.user.email === before) return;
    if (isPublic(location.pathname)) return;
    leaving = true;
    location.replace(kept ? '/' : LOGOUT);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signed-in person, for code that is not a component. */
export const session = { current: (): Session | null => kept, watch, atSignOut };

/** The signed-in person; null for a guest and in pages that are rendered at build time. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, session.current, () => null);
}
