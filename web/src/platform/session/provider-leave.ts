import { config } from '#platform/config/config.ts';
import { providerPath, reachProvider, returnAddress } from './provider.ts';

// Part of the first script of a page, so it must not import React or libraries.

/** Data stored with a request to the provider until the browser returns. */
export interface RequestMemory {
  returnTo: string;
  /** A check with prompt=none, or a sign-in. */
  kind: 'check' | 'sign-in';
}

/** Prefix of pending requests in session storage. */
export const REQUEST_PREFIX = 'sign-in.';
export const REQUEST_SCOPE = 'openid profile email offline_access';

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)));

/** The stored request, in the format that oidc-client-ts reads in provider-answer.ts. */
function keptRequest(id: string, verifier: string, memory: RequestMemory): string {
  return JSON.stringify({
    id,
    data: memory,
    created: Math.floor(Date.now() / 1000),
    request_type: 'si:r',
    code_verifier: verifier,
    authority: config().issuer,
    client_id: config().clientId,
    redirect_uri: returnAddress(),
    scope: REQUEST_SCOPE,
  });
}

/** The authorization URL: code flow with PKCE (S256, RFC 7636). */
export async function requestAddress(memory: RequestMemory): Promise<string> {
  const [id, verifier] = [random(16), random(48)];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(REQUEST_PREFIX + id, keptRequest(id, verifier, memory));
  const query = new URLSearchParams({
    client_id: config().clientId,
    redirect_uri: returnAddress(),
    response_type: 'code',
    scope: REQUEST_SCOPE,
    state: id,
    code_challenge_method: 'S256',
    code_challenge: base64url(new Uint8Array(hash)),
    ...(memory.kind === 'check' && { prompt: 'none' }),
  });
  return `${providerPath('auth')}?${query}`;
}

/** Redirects the browser to the provider. Throws if the provider cannot be reached. */
export async function leaveFor(memory: RequestMemory): Promise<void> {
  await reachProvider();
  location.replace(await requestAddress(memory));
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
