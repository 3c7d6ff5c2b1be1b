import { config } from '#platform/config/config.ts';

/** Timeout of the identity provider, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Endpoints of the identity provider, derived from its realm. */
export function providerPath(name: 'auth' | 'token' | 'logout'): string {
  return `${config().issuer}/protocol/openid-connect/${name}`;
}

/** The redirect URI. */
export const returnAddress = () => `${config().homeUrl}/auth/login`;

/**
 * Throws if the provider cannot be reached. Called before a redirect, because after it the browser
 * would show its own error page.
 */
export async function reachProvider(): Promise<void> {
  await fetch(`${config().issuer}/.well-known/openid-configuration`, {
    // The same kind of request as the redirect that follows, so that its connection is reused.
    mode: 'no-cors',
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** The tokens of a session. */
export interface Tokens {
  token: string;
  refreshToken: string;
}

/** Result of a token renewal. Refused means that the session has ended. */
export type Renewal =
  | { kind: 'renewed'; tokens: Tokens }
  | { kind: 'refused' }
  | { kind: 'unreachable' };

/** Exchanges a refresh token for new tokens. The old refresh token becomes invalid. */
export async function renewTokens(refreshToken: string): Promise<Renewal> {
  try {
    const response = await fetch(providerPath('token'), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: config().clientId,
        refresh_token: refreshToken,
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500 || response.status === 429) return { kind: 'unreachable' };
    if (!response.ok) return { kind: 'refused' };
    return read(await response.json(), refreshToken);
  } catch {
    return { kind: 'unreachable' };
  }
}

function read(answer: unknown, before: string): Renewal {
  // The two fields are checked before use.
  const given = answer as { access_token?: unknown; refresh_token?: unknown };
  if (typeof given.access_token !== 'string') return { kind: 'refused' };
  const refreshToken = typeof given.refresh_token === 'string' ? given.refresh_token : before;
  return { kind: 'renewed', tokens: { token: given.access_token, refreshToken } };
}

/** The URL that ends the provider's session and returns to a page of ours. */
export function signOutAddress(backTo: string): string {
  const query = new URLSearchParams({
    client_id: config().clientId,
    post_logout_redirect_uri: backTo,
  });
  return `${providerPath('logout')}?${query}`;
}
