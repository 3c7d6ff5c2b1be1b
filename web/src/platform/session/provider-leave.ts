import { config } from '#platform/config/config.ts';
import { providerPath, reachProvider, returnAddress } from './provider.ts';

// Part of what a page loads before anything else: no React in here, and no library.

/** What a request to the provider remembers until the browser is back. */
export interface RequestMemory {
  returnTo: string;
  /** A check without a question (prompt=none), or a real sign-in. */
  kind: 'check' | 'sign-in';
}

/** How the entries of requests under way begin in session storage. */
export const REQUEST_PREFIX = 'sign-in.';
export const REQUEST_SCOPE = 'openid profile email offline_access';

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)));

/** What is kept of a request, as oidc-client-ts reads it back in provider-answer.ts. */
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

/** The address to send the browser to: code flow with PKCE (S256, RFC 7636). */
export async function requestAddress(memory: RequestMemory): Promise<string> {
  const [id, verifier] = [random(16), random(48)];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(REQUEST_PREFIX + id, keptRequest(id, verifier, memory));
  const query = new URLSearchParams({
    ...{ client_id: config().clientId, redirect_uri: returnAddress(), response_type: 'code' },
    ...{ scope: REQUEST_SCOPE, state: id, code_challenge_method: 'S256' },
    code_challenge: base64url(new Uint8Array(hash)),
    ...(memory.kind === 'check' && { prompt: 'none' }),
  });
  return `${providerPath('auth')}?${query}`;
}

/** Sends the browser to the provider. Throws when the provider can not be reached. */
export async function leaveFor(memory: RequestMemory): Promise<void> {
  await reachProvider();
  location.replace(await requestAddress(memory));
}

let failedAtStart = false;

/** Notes that the page could not leave for the provider when it was loaded. */
export function noteFailedStart(): void {
  failedAtStart = true;
}

/** Whether that was so; told once, since the next try is a new one. */
export function takeFailedStart(): boolean {
  const told = failedAtStart;
  failedAtStart = false;
  return told;
}
