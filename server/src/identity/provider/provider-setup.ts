import {
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  errors,
  type Grant,
  interactionPolicy,
  type KoaContextWithOIDC,
  type Session,
} from 'oidc-provider';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { AppContext } from '#platform/app-context.ts';
import { auditProvider } from '#identity/accounts/accounts-service.ts';
import { findPerson } from '#identity/accounts/accounts-store.ts';
import { CLAIMS_BY_SCOPE, claimsOf, domainOfRedirect, webClient } from './provider-clients.ts';
import type { SigningKey } from './provider-keys.ts';
import { renderLoggedOut, renderLogout, renderProviderError } from './provider-pages.ts';
import { endProviderSession, openAdapter } from './provider-store.ts';

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

/** The name of the cookie with the session of an app. */
export const sessionCookie = (app: Domain) => `tegeka_session_${app.toLowerCase()}`;

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
      session: sessionCookie(app),
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

/** The configuration of the provider of one app. */
export function providerSetup(
  ctx: AppContext,
  signingKeys: SigningKey[],
  app: Domain,
): Configuration {
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
        const asking = domainOfRedirect(config, koaCtx.oidc.params?.['redirect_uri']) ?? '';
        return `${new URL(config.identity.issuer).pathname}/sign-in/${uid}?app=${asking}`;
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
