import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Tokens } from './http-person.ts';

/** Somebody whom the provider knows; attributes are lists, as Keycloak sends them. */
export interface ProviderPerson {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  domainName: readonly string[];
  organizationId: readonly string[];
  businessName?: readonly string[];
  phoneNumber?: readonly string[];
  roles: readonly string[];
}

/** A request for a sign-in as it came. */
export type SeenRequest = Record<string, string>;

/**
 * A fake of Keycloak: it signs in whoever is named, without a page of its own. As Keycloak does, it
 * leads back to registered addresses only, keeps no session in the browser for `offline_access`, and
 * asks before a sign-out that does not name the person by an ID token.
 */
export interface OutsideProvider {
  issuer: string;
  /** The origins of the apps, whose addresses are registered. */
  origins: readonly string[];
  /** Who is at the browser; null for nobody whom the provider knows. */
  person: ProviderPerson | null;
  /** Answers the next exchange of a code with this error. */
  refuseNext: (error: string) => void;
  /** Requests for a sign-in, and exchanges, in the order in which they came. */
  readonly requests: readonly SeenRequest[];
  readonly exchanges: readonly SeenRequest[];
  /** Where sign-outs asked to be sent afterwards. */
  readonly farewells: string[];
  /** Tokens of somebody who has signed in, for calls and for a browser. */
  tokensFor: (person: ProviderPerson) => Tokens;
  close: () => Promise<void>;
}

const AUDIENCE = 'tegeka-api';
const LIFE_SECONDS = 300;
/** What somebody sees whom the provider does not know. */
const STRANGER = '<!doctype html><title>Provider</title><h1>Who are you?</h1>';
/** What somebody sees who leaves without saying who they are. */
const CONFIRM = '<!doctype html><title>Provider</title><h1>Do you want to log out?</h1>';
const NOT_REGISTERED = '<!doctype html><title>Provider</title><h1>Invalid redirect uri</h1>';
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs tokens with a key of its own. */
function makeSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'outside', alg: 'RS256', use: 'sig' };
  const signed = (claims: object): string => {
    const head = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'outside' })}.${encode(claims)}`;
    return `${head}.${sign('RSA-SHA256', Buffer.from(head), privateKey).toString('base64url')}`;
  };
  return { jwk, signed };
}

function claimsOf(issuer: string, person: ProviderPerson) {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    sub: person.id,
    iat: now,
    exp: now + LIFE_SECONDS,
    email: person.email,
    given_name: person.firstName,
    family_name: person.lastName,
    domainName: person.domainName,
    organizationId: person.organizationId,
    businessName: person.businessName ?? [],
    phoneNumber: person.phoneNumber ?? [],
    realm_access: { roles: person.roles },
  };
}

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
  origins: readonly string[];
  person: ProviderPerson | null;
  refusal: string | null;
  requests: SeenRequest[];
  exchanges: SeenRequest[];
  farewells: string[];
  grants: Map<string, Grant>;
  idTokens: Set<string>;
  signer: Signer;
}

function accessToken({ issuer, signer }: Desk, person: ProviderPerson): string {
  return signer.signed({ ...claimsOf(issuer, person), aud: AUDIENCE });
}

const isRegistered = ({ origins }: Desk, address: string, paths: readonly string[]) =>
  origins.some((origin) => paths.some((path) => address === origin + path));

/**
 * Where a request for a sign-in leads: back at once, with a code or with an error; a stranger would
 * have to say who they are.
 */
function authorize(desk: Desk, asked: SeenRequest): Shown {
  desk.requests.push(asked);
  const { redirect_uri: back = '', state = '', scope = '', code_challenge: challenge } = asked;
  if (!isRegistered(desk, back, ['/auth/login'])) return { page: NOT_REGISTERED, status: 400 };
  const { person } = desk;
  if (!person && asked['prompt'] !== 'none') return { page: STRANGER, status: 200 };
  if (!person) return { to: `${back}?${new URLSearchParams({ error: 'login_required', state })}` };
  const code = randomBytes(12).toString('hex');
  desk.grants.set(code, { person, challenge, offline: scope.includes('offline_access') });
  return { to: `${back}?${new URLSearchParams({ code, state })}` };
}

/** Ends the session in the browser, and with it what was granted in it. */
function endSession(desk: Desk): void {
  desk.person = null;
  for (const [handle, { offline }] of desk.grants) if (!offline) desk.grants.delete(handle);
}

function signOut(desk: Desk, asked: SeenRequest): Shown {
  const to = asked['post_logout_redirect_uri'] ?? '';
  if (!isRegistered(desk, to, ['/auth/logout', '/'])) return { page: NOT_REGISTERED, status: 400 };
  if (!desk.idTokens.has(asked['id_token_hint'] ?? '')) return { page: CONFIRM, status: 200 };
  desk.farewells.push(to);
  endSession(desk);
  return { to };
}

/** What a code or a refresh token is exchanged for. A code needs its verifier (PKCE). */
function exchange(desk: Desk, asked: SeenRequest): { status: number; body: object } {
  desk.exchanges.push(asked);
  const handle = asked['code'] ?? asked['refresh_token'] ?? '';
  const grant = desk.grants.get(handle);
  const error = desk.refusal;
  desk.refusal = null;
  if (error) return { status: 400, body: { error } };
  const verifier = createHash('sha256')
    .update(asked['code_verifier'] ?? '')
    .digest('base64url');
  const wrong = asked['code'] !== undefined && grant?.challenge !== verifier;
  if (!grant || wrong) return { status: 400, body: { error: 'invalid_grant' } };
  // There is no session in the browser beside an offline one.
  if (grant.offline) desk.person = null;
  // A code is good once. A refresh token may be used again, as it is with Keycloak unless told otherwise.
  if (asked['code']) desk.grants.delete(handle);
  const refreshToken = randomBytes(12).toString('hex');
  desk.grants.set(refreshToken, grant);
  const idToken = desk.signer.signed({
    ...claimsOf(desk.issuer, grant.person),
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
  reply.setHeader('access-control-allow-origin', '*');
  if (asked.method === 'GET' && (name === 'auth' || name === 'logout')) {
    const query = Object.fromEntries(url.searchParams);
    const shown = name === 'auth' ? authorize(desk, query) : signOut(desk, query);
    if ('to' in shown) return void reply.writeHead(302, { location: shown.to }).end();
    return void reply.writeHead(shown.status, { 'content-type': 'text/html' }).end(shown.page);
  }
  const form = Object.fromEntries(new URLSearchParams((await asked.toArray()).join('')));
  if (name === 'logout') {
    const grant = desk.grants.get(form['refresh_token'] ?? '');
    if (grant && !grant.offline) endSession(desk);
    return void reply.writeHead(204).end();
  }
  let given: { status: number; body: object } = { status: 200, body: { issuer: desk.issuer } };
  if (name === 'certs') given = { status: 200, body: { keys: [desk.signer.jwk] } };
  if (name === 'token') given = exchange(desk, form);
  reply.writeHead(given.status, { 'content-type': 'application/json' });
  reply.end(JSON.stringify(given.body));
}

/** Opens the fake, with its addresses where Keycloak has them. */
export async function openOutsideProvider(realm: string): Promise<OutsideProvider> {
  const desk: Desk = {
    issuer: '',
    origins: [],
    person: null,
    refusal: null,
    grants: new Map(),
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
