import { fieldsOf, parseJsonOrNull } from '@tegeka/contract/kit/json.ts';
import { sendRequest } from '#platform/call/call-send.ts';
import { config } from '#platform/config/config.ts';

// Part of the first script of a page, so it must not import React or libraries.

/** Timeout of the identity provider, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 15_000;

/** Endpoints of the identity provider, derived from its realm as Keycloak has them. */
export function providerPath(name: 'auth' | 'token' | 'logout'): string {
  return `${config().issuer}/protocol/openid-connect/${name}`;
}

export const returnAddress = () => `${config().homeUrl}/auth/login`;

/** The headers of a request to the provider, which not every provider allows. */
export function providerHeaders(): Record<string, string> {
  const { domain, providerTakesDomain } = config();
  return providerTakesDomain ? { 'Application-Domain': domain } : {};
}

/** A request to the provider, remembered in this tab until the browser returns. */
export interface PendingRequest {
  returnTo: string;
  /** A check with prompt=none, or a sign-in. */
  kind: 'check' | 'sign-in';
  /** The PKCE code verifier (RFC 7636). */
  verifier: string;
}

const PREFIX = 'sign-in.';

/** Parses what {@link requestAddress} has stored. */
function pendingOf(value: unknown): PendingRequest {
  const { returnTo, kind, verifier } = fieldsOf(value);
  if (typeof returnTo !== 'string' || typeof verifier !== 'string')
    throw new TypeError('This is no request');
  return { returnTo, verifier, kind: kind === 'check' ? 'check' : 'sign-in' };
}

/** Returns and deletes the pending request of an answer. Null if this tab has none. */
export function takeRequest(state: string): PendingRequest | null {
  const kept = sessionStorage.getItem(PREFIX + state);
  sessionStorage.removeItem(PREFIX + state);
  return parseJsonOrNull({ parse: pendingOf }, kept);
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)));

/** The authorization URL: code flow with PKCE (S256, RFC 7636). */
export async function requestAddress(asked: Omit<PendingRequest, 'verifier'>): Promise<string> {
  const [state, verifier] = [random(16), random(48)];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const pending: PendingRequest = { ...asked, verifier };
  sessionStorage.setItem(PREFIX + state, JSON.stringify(pending));
  const query = new URLSearchParams({
    client_id: config().clientId,
    redirect_uri: returnAddress(),
    response_type: 'code',
    // No offline_access: with it Keycloak has no session in the browser to check for or to end.
    scope: 'openid profile email',
    state,
    code_challenge_method: 'S256',
    code_challenge: base64url(new Uint8Array(hash)),
    ...(asked.kind === 'check' && { prompt: 'none' }),
  });
  return `${providerPath('auth')}?${query}`;
}

/**
 * Redirects the browser to the provider. Throws if the provider cannot be reached, since after the
 * redirect the browser would show its own error page.
 */
export async function leaveFor(asked: Omit<PendingRequest, 'verifier'>): Promise<void> {
  await sendRequest(`${config().issuer}/.well-known/openid-configuration`, {
    // With credentials, as the redirect that follows, so that its connection is reused. Without CORS a
    // request has no headers of its own.
    mode: config().ownProvider ? 'cors' : 'no-cors',
    ...(config().ownProvider && { headers: providerHeaders() }),
    credentials: 'include',
    timeoutMs: PROVIDER_TIMEOUT_MS,
  });
  location.replace(await requestAddress(asked));
}

let failedAtStart = false;

/** Records that the redirect to the provider failed when the page was loaded. */
export function noteFailedStart(): void {
  failedAtStart = true;
}

/** True once after a failed start. Resets it, since the next call is a new attempt. */
export function takeFailedStart(): boolean {
  const failed = failedAtStart;
  failedAtStart = false;
  return failed;
}
