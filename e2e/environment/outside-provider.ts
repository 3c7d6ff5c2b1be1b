import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Tokens } from './http-person.ts';
import { readRealm, type Realm } from './outside-realm.ts';
import { commonClaims, LIFE_SECONDS, makeSigner, type ProviderPerson } from './outside-tokens.ts';

/** A request for a sign-in as it came. */
export type SeenRequest = Record<string, string>;

/**
 * A fake of Keycloak 26.4 that reads docs/keycloak-realm.json. It signs in the configured person without a
 * page. As Keycloak does, it redirects to registered addresses only and allows CORS for registered
 * origins only. It accepts each code and refresh token once and revokes the grant when one is used
 * again. A sign-in with `offline_access` leaves no session in the browser. A sign-out without an ID
 * token asks for confirmation.
 */
export interface OutsideProvider {
  issuer: string;
  /**
   * Names the base host of the apps, whose addresses the realm registers, and origins that are registered
   * beside them.
   */
  serve: (baseHost: string, more: readonly string[]) => void;
  /** The person at the browser; null where the provider knows nobody. */
  person: ProviderPerson | null;
  /** Whether refresh tokens are rotated, as in the realm. */
  rotates: boolean;
  /** Refuses the next exchange of a code with this error. */
  refuseNext: (error: string) => void;
  /** Requests for a sign-in, and exchanges, in the order in which they came. */
  readonly requests: readonly SeenRequest[];
  readonly exchanges: readonly SeenRequest[];
  /** The `post_logout_redirect_uri` of each sign-out. */
  readonly farewells: string[];
  /** Tokens of a person as after a sign-in, for calls and for a browser. */
  tokensFor: (person: ProviderPerson) => Tokens;
  close: () => Promise<void>;
}

/** The page for a person whom the provider does not know. */
const STRANGER = '<!doctype html><title>Provider</title><h1>Who are you?</h1>';
/** The page for a sign-out without an ID token. */
const CONFIRM = '<!doctype html><title>Provider</title><h1>Do you want to log out?</h1>';
const NOT_REGISTERED = '<!doctype html><title>Provider</title><h1>Invalid redirect uri</h1>';
interface Grant {
  person: ProviderPerson;
  challenge: string | undefined;
  offline: boolean;
}

/** An answer: a redirect, or a page. */
type Shown = { to: string } | { page: string; status: number };

type Signer = ReturnType<typeof makeSigner>;

/** The state of the fake. */
interface Desk {
  issuer: string;
  realm: Realm;
  more: readonly string[];
  person: ProviderPerson | null;
  rotates: boolean;
  refusal: string | null;
  requests: SeenRequest[];
  exchanges: SeenRequest[];
  farewells: string[];
  /** By code or refresh token: what is valid, and what was used. */
  grants: Map<string, Grant>;
  spent: Map<string, Grant>;
  idTokens: Set<string>;
  signer: Signer;
}

function accessToken({ issuer, realm, signer }: Desk, person: ProviderPerson): string {
  return signer.signed({ ...commonClaims(issuer, person), ...realm.claimsOf(person, 'access') });
}

const isRegistered = ({ more }: Desk, known: readonly string[], address: string, paths: string[]) =>
  known.includes(address) || more.some((origin) => paths.some((path) => address === origin + path));

/**
 * Answers an authorization request: redirects back with a code or an error, or shows a page to a person
 * whom the provider does not know.
 */
function authorize(desk: Desk, asked: SeenRequest): Shown {
  desk.requests.push(asked);
  const { redirect_uri: back = '', state = '', scope = '', code_challenge: challenge } = asked;
  if (!isRegistered(desk, desk.realm.redirectUris, back, ['/auth/login']))
    return { page: NOT_REGISTERED, status: 400 };
  const { person } = desk;
  if (!person && asked['prompt'] !== 'none') return { page: STRANGER, status: 200 };
  const refused = { error: 'login_required', state, iss: desk.issuer };
  if (!person) return { to: `${back}?${new URLSearchParams(refused)}` };
  const code = randomBytes(12).toString('hex');
  desk.grants.set(code, { person, challenge, offline: scope.includes('offline_access') });
  const session = { session_state: person.id, iss: desk.issuer };
  return { to: `${back}?${new URLSearchParams({ state, ...session, code })}` };
}

/** Marks a code or a refresh token as used. */
function spend({ grants, spent }: Desk, handle: string, grant: Grant): void {
  grants.delete(handle);
  spent.set(handle, grant);
}

/** Revokes the grant of a code or a refresh token that is used a second time. */
function endIfReused(desk: Desk, handle: string): void {
  const reused = desk.spent.get(handle);
  for (const [other, grant] of desk.grants) if (grant === reused) spend(desk, other, grant);
}

/** Ends the session in the browser, and with it what was granted in it. */
function endSession(desk: Desk): void {
  desk.person = null;
  for (const [handle, grant] of desk.grants) if (!grant.offline) spend(desk, handle, grant);
}

function signOut(desk: Desk, asked: SeenRequest): Shown {
  const to = asked['post_logout_redirect_uri'] ?? '';
  if (!isRegistered(desk, desk.realm.logoutUris, to, ['/auth/logout', '/']))
    return { page: NOT_REGISTERED, status: 400 };
  const named = desk.idTokens.has(asked['id_token_hint'] ?? '');
  if (desk.person && !named) return { page: CONFIRM, status: 200 };
  desk.farewells.push(to);
  endSession(desk);
  return { to };
}

/** What a code or a refresh token is exchanged for. A code needs its verifier (PKCE). */
function exchange(desk: Desk, asked: SeenRequest): { status: number; body: object } {
  desk.exchanges.push(asked);
  const handle = asked['code'] ?? asked['refresh_token'] ?? '';
  endIfReused(desk, handle);
  const grant = desk.grants.get(handle);
  const error = desk.refusal;
  desk.refusal = null;
  if (error) return { status: 400, body: { error } };
  const verifier = createHash('sha256')
    .update(asked['code_verifier'] ?? '')
    .digest('base64url');
  const wrong = asked['code'] !== undefined && grant?.challenge !== verifier;
  if (!grant || wrong) return { status: 400, body: { error: 'invalid_grant' } };
  // An offline grant leaves no session in the browser.
  if (grant.offline) desk.person = null;
  if (desk.rotates || asked['code']) spend(desk, handle, grant);
  const refreshToken = randomBytes(12).toString('hex');
  desk.grants.set(refreshToken, grant);
  const idToken = desk.signer.signed({
    ...commonClaims(desk.issuer, grant.person),
    ...desk.realm.claimsOf(grant.person, 'id'),
    aud: asked['client_id'],
  });
  desk.idTokens.add(idToken);
  return {
    status: 200,
    body: {
      access_token: accessToken(desk, grant.person),
      token_type: 'Bearer',
      refresh_token: refreshToken,
      id_token: idToken,
      expires_in: LIFE_SECONDS,
    },
  };
}

async function answer(desk: Desk, asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const url = new URL(asked.url ?? '/', desk.issuer);
  const name = url.pathname.split('/').at(-1) ?? '';
  const { origin } = asked.headers;
  if (origin && [...desk.realm.webOrigins, ...desk.more].includes(origin))
    reply.setHeader('access-control-allow-origin', origin);
  if (asked.method === 'GET' && (name === 'auth' || name === 'logout')) {
    const query = Object.fromEntries(url.searchParams);
    const shown = name === 'auth' ? authorize(desk, query) : signOut(desk, query);
    if ('to' in shown) return void reply.writeHead(302, { location: shown.to }).end();
    return void reply.writeHead(shown.status, { 'content-type': 'text/html' }).end(shown.page);
  }
  const form = Object.fromEntries(new URLSearchParams((await asked.toArray()).join('')));
  if (name === 'logout') {
    const handle = form['refresh_token'] ?? '';
    const grant = desk.grants.get(handle);
    if (grant && !grant.offline) endSession(desk);
    // A used token: its session has ended already.
    return void reply.writeHead((grant ?? desk.spent.has(handle)) ? 204 : 400).end();
  }
  let given: { status: number; body: object } = { status: 200, body: { issuer: desk.issuer } };
  if (name === 'certs') given = { status: 200, body: { keys: [desk.signer.jwk] } };
  if (name === 'token') given = exchange(desk, form);
  reply.writeHead(given.status, { 'content-type': 'application/json' });
  reply.end(JSON.stringify(given.body));
}

/** Opens the fake, with the same paths as Keycloak. */
export async function openOutsideProvider(realm: string): Promise<OutsideProvider> {
  const desk: Desk = {
    issuer: '',
    realm: readRealm('localhost:8080'),
    more: [],
    person: null,
    rotates: true,
    refusal: null,
    grants: new Map(),
    spent: new Map(),
    idTokens: new Set(),
    signer: makeSigner(),
    requests: [],
    exchanges: [],
    farewells: [],
  };
  const server = createServer((asked, reply) => {
    answer(desk, asked, reply).catch(() => asked.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  desk.issuer = `http://localhost:${port}/realms/${realm}`;
  return Object.assign(desk, {
    serve: (baseHost: string, more: readonly string[]) => {
      desk.realm = readRealm(baseHost);
      desk.more = more;
    },
    refuseNext: (error: string) => {
      desk.refusal = error;
    },
    tokensFor: (person: ProviderPerson) => {
      const refreshToken = randomBytes(12).toString('hex');
      desk.grants.set(refreshToken, { person, challenge: undefined, offline: false });
      return { token: accessToken(desk, person), refreshToken };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
