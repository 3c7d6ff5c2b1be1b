import { OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { config } from '#platform/config/config.ts';
import { providerPath, returnAddress, type Tokens } from './provider.ts';
import { REQUEST_PREFIX, REQUEST_SCOPE, type RequestMemory } from './provider-leave.ts';

/**
 * oidc-client-ts. Its pending request (verifier, nonce) is in this tab's session storage and is
 * removed when the answer is read. Tokens are passed to the session and stored nowhere else.
 */
function client(): OidcClient {
  const issuer = config().issuer;
  return new OidcClient({
    authority: issuer,
    metadata: {
      issuer,
      authorization_endpoint: providerPath('auth'),
      token_endpoint: providerPath('token'),
      jwks_uri: providerPath('token').replace(/token$/, 'certs'),
    },
    client_id: config().clientId,
    redirect_uri: returnAddress(),
    scope: REQUEST_SCOPE,
    loadUserInfo: false,
    stateStore: new WebStorageStateStore({ prefix: REQUEST_PREFIX, store: sessionStorage }),
  });
}

/** The provider's answer. After a check (prompt=none) without a session it is `login_required`. */
export type ProviderAnswer =
  | { kind: 'tokens'; tokens: Tokens; returnTo: string }
  | { kind: 'no-session'; returnTo: string }
  | { kind: 'failed'; error: string };

const errorOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string'
    ? error.error
    : 'unknown';

/** Reads the answer in the URL and exchanges its code for tokens. */
export async function readAnswer(address: string): Promise<ProviderAnswer> {
  let memory: RequestMemory | undefined;
  try {
    const oidc = client();
    // The library returns the data that requestAddress() has stored.
    memory = (await oidc.readSigninResponseState(address)).state.data as RequestMemory;
    const answer = await oidc.processSigninResponse(address);
    const tokens = { token: answer.access_token, refreshToken: answer.refresh_token ?? '' };
    return { kind: 'tokens', tokens, returnTo: memory.returnTo };
  } catch (error) {
    if (memory?.kind === 'check') return { kind: 'no-session', returnTo: memory.returnTo };
    // If this tab has no pending request, only the URL can tell the error.
    const named = new URL(address).searchParams.get('error');
    return { kind: 'failed', error: named ?? errorOf(error) };
  }
}
