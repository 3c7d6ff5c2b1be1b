import type { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';
import {
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  errors,
  type Grant,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
  type Session,
} from 'oidc-provider';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { isDatabaseAway } from '#platform/database/database.ts';
import { describeError } from '#platform/log.ts';
import type { AppContext } from '#platform/app-context.ts';
import { signInDomains } from '#platform/http/origins.ts';
import { auditProvider } from '#identity/accounts/accounts-service.ts';
import { findPerson } from '#identity/accounts/accounts-store.ts';
import { traceSession } from '#identity/sessions/sessions-store.ts';
import type { SignInParts } from '#identity/sign-in/sign-in-routes.ts';
import { CLAIMS_BY_SCOPE, claimsOf, domainOfRedirect, webClient } from './provider-clients.ts';
import type { SigningKey } from './provider-keys.ts';
import {
  redirectSignedOut,
  renderLoggedOut,
  renderLogout,
  renderProviderError,
  showSignIn,
} from './provider-pages.ts';
import { endProviderSession, openAdapter } from './provider-store.ts';

export interface Providers {
  /** For what needs no session of a browser. */
  any: Provider;
  /** Answers requests about the session of an app; of the first one where the app is not known. */
  listenerOf: (app: Domain | null) => RequestListener;
}

/** Seconds. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const ACCESS_TOKEN_TTL = 5 * MINUTE;
/** Maximum lifetime of a session, whatever the activity. */
const SESSION_TTL = 12 * HOUR;
/** An unused refresh token expires after this time. Each rotation restarts it. */
const REFRESH_TOKEN_TTL = HOUR;

/** The provider's resource indicator of the API. Its audience is a setting. */
const API = 'urn:tegeka:api';
const SCOPES = ['openid', 'profile', 'email'];
const GRANTED = SCOPES.join(' ');

/** Keycloak's endpoint paths, relative to the realm. */
export const ROUTES = {
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  end_session: '/protocol/openid-connect/logout',
  userinfo: '/protocol/openid-connect/userinfo',
  jwks: '/protocol/openid-connect/certs',
  revocation: '/protocol/openid-connect/revoke',
};

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

/** A session ends twelve hours after its sign-in; a session without a sign-in after one hour. */
function sessionTtl({ clock }: AppContext) {
  return (_: KoaContextWithOIDC, session: Session): number => {
    if (session.loginTs === undefined) return HOUR;
    return Math.max(1, session.loginTs + SESSION_TTL - secondsOf(clock.now()));
  };
}

/** Our own client needs no consent. Its scopes are granted once per session. */
async function grantFor(koaCtx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, account, provider } = koaCtx.oidc;
  if (!client || !session || !account) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  if (found?.accountId === account.accountId) return found;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(GRANTED);
  grant.addResourceScope(API, GRANTED);
  await grant.save();
  return grant;
}

/**
 * The provider's cookies are sent to the provider's paths only. Each app has a session of its own, so that
 * signing in or out in one app ends nothing in another.
 */
function cookies({ config, keys }: AppContext, app: Domain): Configuration['cookies'] {
  const secure = config.http.scheme === 'https';
  const always = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const;
  return {
    keys: keys.fingerprints({ tenant: null, purpose: 'provider cookies' }, config.identity.issuer),
    names: {
      session: `tegeka_session_${app.toLowerCase()}`,
      interaction: 'tegeka_sign_in',
      resume: 'tegeka_resume',
    },
    long: { ...always, secure, path: new URL(config.identity.issuer).pathname },
    short: { ...always, secure },
  };
}

function features({ config, log }: AppContext, app: Domain): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    userinfo: { enabled: true },
    revocation: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (koaCtx, form) => renderLogout({ config, log, app }, koaCtx, form),
      postLogoutSuccessSource: (koaCtx) => renderLoggedOut(config, koaCtx),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource) => {
        if (resource !== API) throw new errors.InvalidTarget();
        return {
          scope: GRANTED,
          audience: config.identity.audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_TTL,
          jwt: { sign: { alg: 'RS256' } },
        };
      },
    },
  };
}

function providerSetup(ctx: AppContext, signingKeys: SigningKey[], app: Domain): Configuration {
  const { config, db, clock, log } = ctx;
  const personOf = (id: string) => db.asPlatform('who holds the token', (tx) => findPerson(tx, id));
  const policy = interactionPolicy.base();
  // The only client is our own, so no consent is needed.
  policy.remove('consent');
  return {
    adapter: (kind) => openAdapter(ctx, kind),
    clients: [webClient(config)],
    jwks: { keys: signingKeys },
    cookies: cookies(ctx, app),
    claims: CLAIMS_BY_SCOPE,
    scopes: SCOPES,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    routes: ROUTES,
    features: features(ctx, app),
    conformIdTokenClaims: false,
    // provider-mount.ts refuses other origins than those of our apps.
    clientBasedCORS: () => true,
    interactions: {
      policy,
      url: (koaCtx, { uid }) => {
        const app = domainOfRedirect(config, koaCtx.oidc.params?.['redirect_uri']) ?? '';
        return `${new URL(config.identity.issuer).pathname}/sign-in/${uid}?app=${app}`;
      },
    },
    findAccount: async (_, id) => {
      const person = await personOf(id);
      return person ? { accountId: id, claims: async () => claimsOf(person) } : undefined;
    },
    loadExistingGrant: grantFor,
    extraTokenClaims: async (_, token: AccessToken | ClientCredentials) => {
      const person = 'accountId' in token ? await personOf(token.accountId) : null;
      if (!person || !('sessionUid' in token)) return undefined;
      const roles = [person.domain, ...person.permissions];
      return { ...claimsOf(person), sid: token.sessionUid, realm_access: { roles } };
    },
    formats: {
      customizers: {
        // The provider uses the wall clock. Token times use the clock of AppContext.
        jwt: (_, __, { payload }) => {
          const iat = secondsOf(clock.now());
          Object.assign(payload, { iat, exp: iat + ACCESS_TOKEN_TTL });
        },
      },
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => true,
    revokeGrantPolicy: async (koaCtx) => {
      const { RefreshToken: token } = koaCtx.oidc.entities;
      // A refresh token was used twice: it may be stolen, so the whole session ends.
      if (koaCtx.oidc.route === 'token' && token?.consumed && token.sessionUid) {
        const uid = token.sessionUid;
        const requestId = koaCtx.response.get('x-request-id');
        await db.asPlatform('refresh token used twice', async (tx) => {
          await endProviderSession(tx, uid);
          const what = { action: 'refreshTokenReused', requestId } as const;
          await auditProvider(ctx, tx, what, token.accountId);
        });
        log.warn({ accountId: token.accountId }, 'refresh token used twice, session ended');
      }
      return true;
    },
    renderError: (koaCtx, out, error) => renderProviderError(config, koaCtx, out, error),
    ttl: {
      AccessToken: ACCESS_TOKEN_TTL,
      AuthorizationCode: MINUTE,
      Grant: SESSION_TTL,
      IdToken: SESSION_TTL,
      Interaction: HOUR,
      RefreshToken: REFRESH_TOKEN_TTL,
      Session: sessionTtl(ctx),
    },
  };
}

function listen(provider: Provider, { log }: SignInParts['ctx']): void {
  // Without a listener the error's stack would be printed. The provider's types lack this event.
  const emitter: EventEmitter = provider;
  emitter.on('error', (error) => log.error(describeError(error), 'the provider failed'));
  provider.on('server_error', (koaCtx, error) => {
    if (isDatabaseAway(error)) koaCtx.status = 503;
    log.error(describeError(error), 'the provider failed');
  });
  provider.on('authorization.error', (_, error) =>
    log.info({ error: error.message }, 'the provider refused a sign-in'),
  );
  provider.on('grant.error', (_, error) =>
    log.info({ error: error.message }, 'the provider refused a token'),
  );
}

/**
 * The provider of one app, with two shortcuts: the sign-in page without redirect, and signing out without a
 * session.
 */
function openProvider(parts: SignInParts, signingKeys: SigningKey[], app: Domain): Provider {
  const { ctx } = parts;
  const provider = new Provider(ctx.config.identity.issuer, providerSetup(ctx, signingKeys, app));
  // provider-mount.ts sets host and scheme on every request, as a reverse proxy would.
  provider.proxy = true;
  listen(provider, ctx);
  provider.use(async (koaCtx: KoaContextWithOIDC, next) => {
    await next();
    if (koaCtx.oidc) await traceSession(ctx, koaCtx);
    if (koaCtx.oidc?.route === 'authorization') await showSignIn(parts, koaCtx);
    // Without a session the provider would submit a form by script. There is nothing to confirm.
    const signedOut = koaCtx.oidc?.route === 'end_session' && koaCtx.status === 200;
    if (signedOut && !koaCtx.oidc.session?.accountId) redirectSignedOut(koaCtx);
  });
  return provider;
}

/**
 * The providers of all apps: one issuer with the same keys, clients and storage. They differ in the name of
 * the session's cookie alone.
 */
export function openProviders(parts: SignInParts, signingKeys: SigningKey[]): Providers {
  const [first, ...others] = signInDomains(parts.ctx.config.http).map(
    (app) => [app, openProvider(parts, signingKeys, app)] as const,
  );
  if (!first) throw new Error('There is no app to sign in to');
  const listeners = new Map([first, ...others].map(([app, one]) => [app, one.callback()]));
  const [firstApp, any] = first;
  return { any, listenerOf: (app) => listeners.get(app ?? firstApp) ?? any.callback() };
}
