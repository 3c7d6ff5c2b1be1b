import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '#config.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

export interface TestTokens {
  accessToken: string;
  refreshToken: string;
  idToken: string;
}

/** The sign-in form: its target and its hidden fields. */
export function readForm(html: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  if (!action) throw new Error(`There is no form on the page: ${html.slice(-500)}`);
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return {
    action,
    fields: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])),
  };
}

/** Follows redirects, as a browser does, until a page or a URL that begins with `stop`. */
export async function follow(client: TestClient, first: TestAnswer, from: string, stop: string) {
  let [answer, address] = [first, from];
  for (let hops = 0; hops < 10; hops += 1) {
    const { location } = answer.headers;
    if (typeof location !== 'string') return { answer, address };
    address = new URL(location, address).href;
    if (address.startsWith(stop)) return { answer, address };
    answer = await client.call(address);
  }
  throw new Error('Too many redirects');
}

/** The URL at which a sign-in starts, with the PKCE verifier for its code. */
export function startOf(config: Config, origin: string, extra: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/auth/login`;
  const query = new URLSearchParams({
    client_id: config.identity.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  });
  const address = `${config.identity.issuer}/protocol/openid-connect/auth?${query.toString()}`;
  return { address, verifier, redirectUri };
}

/** Exchanges a code, or a refresh token, at the token endpoint. */
export function requestTokens(
  client: TestClient,
  config: Config,
  body: Record<string, string>,
): Promise<TestAnswer> {
  const form = new URLSearchParams({ client_id: config.identity.clientId, ...body });
  return client.call(`${config.identity.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: form,
    headers: { origin: client.origin },
  });
}

/**
 * Signs in through the provider's own page, as a browser without scripts would, to the app of `origin`: by
 * default that of the client.
 */
export async function signInOverHttp(
  client: TestClient,
  config: Config,
  email: string,
  password: string,
  origin = client.origin,
): Promise<TestTokens> {
  const { address, verifier, redirectUri } = startOf(config, origin);
  const page = await follow(client, await client.call(address), address, redirectUri);
  const { action, fields } = readForm(page.answer.text);
  const target = new URL(action, page.address).href;
  const sent = await client.call(target, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, username: email, password }),
  });
  const back = await follow(client, sent, target, redirectUri);
  const code = new URL(back.address).searchParams.get('code');
  if (!code)
    throw new Error(
      `The sign-in of ${email} led to ${back.answer.status}: ${back.answer.text.slice(0, 300)}`,
    );
  const answer = await requestTokens(client, config, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  if (answer.status !== 200) throw new Error(`No token: ${answer.text}`);
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = answer.json;
  return { accessToken, refreshToken, idToken };
}
