import { OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { config } from '#platform/config/config.ts';
import { providerPath, returnAddress, type Tokens } from './provider.ts';
import { REQUEST_PREFIX, REQUEST_SCOPE, type RequestMemory } from './provider-leave.ts';

/**
 * The library's half-way state (verifier, nonce) lies in this tab's session storage and is removed
 * when the answer is read; tokens are handed to the session and kept nowhere else.
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

/** What the provider answered. A stranger was asked without a question and is not signed in. */
export type ProviderAnswer =
  | { kind: 'tokens'; tokens: Tokens; returnTo: string }
  | { kind: 'stranger'; returnTo: string }
  | { kind: 'failed'; error: string };

const errorOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string'
    ? error.error
    : 'unknown';

/** Reads the answer in the address and exchanges its code for tokens. */
export async function readAnswer(address: string): Promise<ProviderAnswer> {
  let memory: RequestMemory | undefined;
  try {
    const oidc = client();
    // What requestAddress() gave the library comes back as it was.
    memory = (await oidc.readSigninResponseState(address)).state.data as RequestMemory;
    const answer = await oidc.processSigninResponse(address);
    const tokens = { token: answer.access_token, refreshToken: answer.refresh_token ?? '' };
    return { kind: 'tokens', tokens, returnTo: memory.returnTo };
  } catch (error) {
    if (memory?.kind === 'check') return { kind: 'stranger', returnTo: memory.returnTo };
    // Where this tab does not remember having asked, the address alone says what went wrong.
    const told = new URL(address).searchParams.get('error');
    return { kind: 'failed', error: told ?? errorOf(error) };
  }
}
