import { CallFailed } from '#platform/call/call-failed.ts';
import { sendRequest } from '#platform/call/call-send.ts';
import { config } from '#platform/config/config.ts';
import {
  PROVIDER_TIMEOUT_MS,
  providerHeaders,
  providerPath,
  returnAddress,
  takeRequest,
} from './provider.ts';

export interface Tokens {
  token: string;
  refreshToken: string;
  /** Sent at a sign-out as a hint, so that the provider asks nothing. Empty if it gave none. */
  idToken: string;
}

/** Result of an exchange. `refused`: the code is not valid, or the session has ended. */
export type Exchange =
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'refused'; error: string }
  | { kind: 'unreachable' };

function post(name: 'token' | 'logout', form: Record<string, string>): Promise<Response> {
  const { clientId } = config();
  return sendRequest(providerPath(name), {
    method: 'POST',
    headers: providerHeaders(),
    body: new URLSearchParams({ client_id: clientId, ...form }),
    timeoutMs: PROVIDER_TIMEOUT_MS,
  });
}

async function exchange(form: Record<string, string>, before = ''): Promise<Exchange> {
  try {
    const response = await post('token', form);
    if (response.status >= 500 || response.status === 429) return { kind: 'unreachable' };
    // Every field is checked before use.
    const given = (await response.json()) as Record<string, unknown>;
    const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
    const token = text('access_token');
    if (!response.ok || !token) return { kind: 'refused', error: text('error') || 'unknown' };
    const refreshToken = text('refresh_token') || before;
    return { kind: 'tokens', tokens: { token, refreshToken, idToken: text('id_token') } };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** Exchanges a refresh token for new tokens. The old refresh token becomes invalid. */
export const renewTokens = (refreshToken: string): Promise<Exchange> =>
  exchange({ grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken);

/** The provider's answer. `check` is true for the check on load (prompt=none). */
export type ProviderAnswer =
  | { kind: 'tokens'; tokens: Tokens; returnTo: string }
  | { kind: 'no-session'; returnTo: string }
  | { kind: 'failed'; error: string; check: boolean };

/** Errors of a check that mean that nobody is signed in (OpenID Connect Core, 3.1.2.6). */
const NO_SESSION = [
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
];

/** Reads the answer in the URL and exchanges its code for tokens. */
export async function readAnswer(address: string): Promise<ProviderAnswer> {
  const query = new URL(address).searchParams;
  const pending = takeRequest(query.get('state') ?? '');
  const code = query.get('code');
  // If this tab has no pending request, only the URL can tell the error.
  let error = query.get('error') ?? 'unknown';
  if (pending && code !== null) {
    const answer = await exchange({
      grant_type: 'authorization_code',
      code,
      redirect_uri: returnAddress(),
      code_verifier: pending.verifier,
    });
    if (answer.kind === 'tokens') return { ...answer, returnTo: pending.returnTo };
    error = answer.kind === 'refused' ? answer.error : 'unreachable';
  }
  const check = pending?.kind === 'check';
  if (check && NO_SESSION.includes(error))
    return { kind: 'no-session', returnTo: pending.returnTo };
  return { kind: 'failed', error, check };
}

/** Ends the session of a refresh token at the provider. */
export async function endSession(refreshToken: string): Promise<void> {
  await post('logout', { refresh_token: refreshToken });
}

/**
 * Ends the provider's session by the refresh token. Returns the provider's logout URL, which also ends
 * the session in the browser and redirects to `backTo`. Throws `CallFailed` if the provider cannot be
 * reached.
 */
export async function endAtProvider(
  tokens: Pick<Tokens, 'refreshToken' | 'idToken'>,
  backTo: string,
): Promise<string> {
  let { refreshToken, idToken } = tokens;
  if (refreshToken && !idToken) {
    const renewed = await renewTokens(refreshToken);
    if (renewed.kind === 'unreachable') throw new CallFailed({ status: 0, offline: true });
    if (renewed.kind === 'tokens') ({ refreshToken, idToken } = renewed.tokens);
  }
  await endSession(refreshToken);
  const query = new URLSearchParams({
    client_id: config().clientId,
    post_logout_redirect_uri: backTo,
    ...(idToken && { id_token_hint: idToken }),
  });
  return `${providerPath('logout')}?${query}`;
}
