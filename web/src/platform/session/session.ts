import type { Permission } from '@tegeka/contract/kit/permissions.ts';
import { useSyncExternalStore } from 'react';
import { claimsOf, renewIn } from './access-token.ts';
import { config } from '#platform/config/config.ts';
import { keepAlerts } from '#platform/device/page.ts';
import { endAtProvider, endSession, renewTokens, type Tokens } from './provider-tokens.ts';
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

const LOGOUT = '/auth/logout';

/** How long after a renewal the next one is tried at the earliest, in milliseconds. */
const RENEWAL_PAUSE_MS = 10_000;

/** How long a change of local storage may take to reach another tab, in milliseconds. */
const STORAGE_MS = 100;

const listeners = new Set<() => void>();
let current: Session | null = readSession();
/** How far this device's clock is ahead of the provider's. Known after the first renewal. */
let skew = 0;
/** Of this page's sign-in or last renewal; it is stored nowhere. */
let idToken = '';
let leaving = false;
let renewal: ReturnType<typeof setTimeout> | undefined;

function reloadSession(): void {
  current = readSession();
  for (const listener of listeners) listener();
}

/**
 * Schedules the token renewal, so that the session does not end without calls. Afterwards the next one
 * is scheduled, whoever has renewed the token and even if the provider could not be reached.
 */
function renewLater(atLeastMs = 1): void {
  const token = readStored(STORED.token);
  clearTimeout(renewal);
  if (!token) return;
  const wait = Math.max(atLeastMs, renewIn(token, Date.now(), skew) + 1);
  renewal = setTimeout(() => void accessToken().finally(() => renewLater(RENEWAL_PAUSE_MS)), wait);
}

export function storeTokens(tokens: Tokens): void {
  const issuedAt = claimsOf(tokens.token)?.issuedAt;
  if (issuedAt !== undefined) skew = Date.now() - issuedAt * 1000;
  idToken = tokens.idToken;
  writeStored(STORED.token, tokens.token);
  writeStored(STORED.refreshToken, tokens.refreshToken);
  reloadSession();
  renewLater();
}

/** Stores the user, who is active now. From here on `session.current()` returns the session. */
export function keepUser(user: CurrentUser, organization: Organization | null): void {
  writeStored(STORED.activity, String(Date.now()));
  writeStored(STORED.userName, user.email);
  if (organization) writeStored(STORED.organization, JSON.stringify(organization));
  else localStorage.removeItem(STORED.organization);
  writeStored(STORED.user, JSON.stringify(user));
  reloadSession();
}

export function removeTokens(): void {
  clearStored();
  reloadSession();
}

/** What happens to drafts when the session ends. A logout by the person deletes them. */
type Drafts = 'delete' | 'keep';

async function deleteDrafts(): Promise<void> {
  const { draftStorage } = await import('#platform/device/draft-storage.ts');
  await draftStorage.clear(current?.user.email);
}

/** Ends the session in this browser and loads the page that `next` returns. */
async function clearSession(next: () => Promise<string> | string, drafts: Drafts): Promise<void> {
  if (leaving) return;
  leaving = true;
  if (drafts === 'delete') await deleteDrafts().catch(() => undefined);
  clearStored();
  const to = await next();
  keepAlerts();
  location.replace(to);
}

/** True if the session has ended and this tab is navigating to another page. */
export function isLeaving(): boolean {
  return leaving;
}

/** Called when the session has ended at the provider. A public page stays open. */
async function endHere(): Promise<void> {
  if (isPublic(location.pathname)) removeTokens();
  else await clearSession(() => LOGOUT, 'keep');
}

/** Renews the token, unless another tab has just done so. `renewToken` runs one renewal at a time. */
async function renew(stale: string): Promise<string | null> {
  const now = readStored(STORED.token);
  if (now && now !== stale && renewIn(now, Date.now(), skew) > 0) return now;
  const refreshToken = readStored(STORED.refreshToken);
  const answer = refreshToken ? await renewTokens(refreshToken) : { kind: 'refused' as const };
  if (answer.kind === 'tokens') {
    storeTokens(answer.tokens);
    return answer.tokens.token;
  }
  if (answer.kind === 'refused') await endHere();
  return null;
}

/** Replaces a token that expires soon or was refused. Null if that is not possible. */
export function renewToken(stale: string): Promise<string | null> {
  // Web Locks need a secure origin. Elsewhere two tabs may race, and one has to sign in again.
  if (!('locks' in navigator)) return renew(stale);
  return new Promise((resolve, reject) => {
    void navigator.locks.request('tegeka-renewal', async () => {
      const before = readStored(STORED.token);
      await renew(stale).then(resolve, reject);
      // Changes of local storage may reach other tabs later than the lock.
      if (readStored(STORED.token) !== before)
        await new Promise((done) => setTimeout(done, STORAGE_MS));
    });
  });
}

/** A valid access token for the next call. Null without a session. */
export async function accessToken(): Promise<string | null> {
  const token = readStored(STORED.token);
  if (!token || renewIn(token, Date.now(), skew) > 0) return token;
  // If the provider does not answer, the old token is tried: the server may still accept it.
  return (await renewToken(token)) ?? readStored(STORED.token);
}

/**
 * Signs out here, in the other tabs and at the provider, then shows the logout page, or `home`: the
 * domain's home address. `drafts` is `keep` if it is not the person who ends the session.
 */
export async function signOut(
  then: 'logout' | 'home' = 'logout',
  drafts: Drafts = 'delete',
): Promise<void> {
  const backTo = config().homeUrl + (then === 'home' ? '/' : LOGOUT);
  const held = { refreshToken: readStored(STORED.refreshToken) ?? '', idToken };
  await clearSession(() => endAtProvider(held, backTo).catch(() => LOGOUT), drafts);
}

/**
 * Signs out of this app only. Our own provider has a session for each app, and this app's one ends. Another
 * provider has one for all apps, which goes on.
 */
export async function leaveApp(): Promise<void> {
  const refreshToken = readStored(STORED.refreshToken);
  removeTokens();
  if (!refreshToken || !config().ownProvider) return;
  // Without an answer the session ends by its age; here the tokens are gone.
  await endSession(refreshToken).catch(() => undefined);
}

/** Starts watching the session of this tab. Called once, when the app is shown. */
function watch(): void {
  watchOtherTabs();
  if (current !== null) renewLater();
}

function watchOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage || event.key === STORED.activity) return;
    const before = current?.user.email;
    reloadSession();
    if (before === undefined || leaving || current?.user.email === before) return;
    if (isPublic(location.pathname)) return;
    leaving = true;
    location.replace(current ? '/' : LOGOUT);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signed-in person, for code outside of components. */
export const session = { current: (): Session | null => current, watch };

/** The signed-in person. Null for a guest and in pages rendered at build time. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, session.current, () => null);
}

/** True if the signed-in person has a permission, for code outside of components. */
export const may = (permission: Permission): boolean =>
  current?.user.roles.includes(permission) ?? false;

/** As {@link may}, for a component. */
export const useMay = (permission: Permission): boolean =>
  useSession()?.user.roles.includes(permission) ?? false;

/** What the signed-in person may do with the data of their business. */
export interface MerchantRights {
  merchantId: string;
  /** False for read access only: then actions that write are not shown. */
  mayWrite: boolean;
  /** Why nothing can be changed for now, in words; null where it can. */
  blocked: string | null;
}
