import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { findPerson } from '#identity/accounts/accounts-store.ts';
import { renderNotice } from '#identity/sign-in/sign-in-pages.ts';
import { mountSignIn, sendPage, type SignInParts } from '#identity/sign-in/sign-in-routes.ts';
import { domainOf, type VerifyToken } from '#platform/http/caller.ts';
import { allowOrigin } from '#platform/http/cors.ts';
import { formOf, takeForms } from '#platform/http/html.ts';
import { addressOf } from '#platform/http/limits.ts';
import { appOrigins, signInDomains } from '#platform/http/origins.ts';
import { appErrorOf } from '#platform/http/problems.ts';
import { describeError } from '#platform/log.ts';
import { claimsOf, domainOfRedirect } from './provider-clients.ts';
import type { Providers } from './provider-apps.ts';
import { ROUTES, sessionCookie } from './provider-setup.ts';
import { endProviderSession, isSessionLive } from './provider-store.ts';

/** What our apps call from their own origins. Requests of other origins are refused. */
const CALLED_BY_APPS = [
  '/.well-known/openid-configuration',
  ROUTES.token,
  ROUTES.userinfo,
  ROUTES.revocation,
  ROUTES.end_session,
];

export interface ProviderParts extends SignInParts {
  providers: Providers;
  verify: VerifyToken;
}

/**
 * Sets the provider's own address on the request and ignores what the caller or a proxy sent:
 * links, redirects and the Secure flag of cookies are derived from it.
 */
function setProviderAddress({ raw, ip }: FastifyRequest, issuer: URL): void {
  const asked = raw.url ?? '/';
  delete raw.headers['x-forwarded-host'];
  raw.headers.host = issuer.host;
  raw.headers['x-forwarded-proto'] = issuer.protocol.replace(':', '');
  raw.headers['x-forwarded-for'] = ip;
  raw.url = asked.slice(issuer.pathname.length) || '/';
  // The provider reads its mount path from `originalUrl`.
  Object.assign(raw, { originalUrl: asked });
}

/**
 * Keycloak's second way to sign out, for an app without an ID token: a refresh token ends its
 * session. Answers 204 also if there was nothing to end.
 */
function mountSignOut(scope: FastifyInstance, { ctx, providers }: ProviderParts): void {
  scope.post(ROUTES.end_session, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const form = formOf(request);
    const found = await providers.any.RefreshToken.find(form.get('refresh_token') ?? '');
    const uid = found?.sessionUid;
    if (uid && found.clientId === form.get('client_id')) {
      await ctx.db.asPlatform('sign out', (tx) => endProviderSession(tx, uid));
      ctx.log.info({ accountId: found.accountId }, 'signed out');
    }
    return reply.status(204).send();
  });
}

/**
 * Answers who the bearer of an access token is, as Keycloak does: the token is the same one that
 * the API takes, and its session must still live. (The provider's own endpoint takes opaque
 * tokens only.)
 */
function mountUserinfo(scope: FastifyInstance, { ctx, verify }: ProviderParts): void {
  scope.get(ROUTES.userinfo, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const holder = token === undefined ? null : await verify(token);
    const person = await ctx.db.asPlatform('user information', async (tx) => {
      if (!holder) return null;
      const live = await isSessionLive(tx, holder.userId, holder.sessionId, ctx.clock.now());
      return live ? findPerson(tx, holder.userId) : null;
    });
    if (person) return claimsOf(person);
    const why = 'error="invalid_token", error_description="the token is not valid (any more)"';
    void reply.header('www-authenticate', token === undefined ? 'Bearer' : `Bearer ${why}`);
    return reply.status(401).send({ error: 'invalid_token' });
  });
}

/** Visits of sign-in pages from one address: a mobile operator's phones share a few. */
const SIGN_IN_PAGES = { points: 300, seconds: 60 };

/**
 * The app whose session a request is about: the one that it names or returns to, that of the sign-in which
 * goes on, or that of the page that it comes from. Where nothing says so: the first whose session the
 * browser has.
 */
async function appOf(
  { ctx: { config }, providers }: ProviderParts,
  { url, headers, cookies }: FastifyRequest,
): Promise<Domain | null> {
  const { pathname, searchParams: query } = new URL(url, config.identity.issuer);
  const named =
    query.get('app') ?? query.get('redirect_uri') ?? query.get('post_logout_redirect_uri');
  const [, resumed] = pathname.split(`${ROUTES.authorization}/`);
  const interaction = resumed ? await providers.any.Interaction.find(resumed) : undefined;
  return (
    domainOf(named) ??
    domainOfRedirect(config, interaction?.params['redirect_uri'] ?? named ?? headers.referer) ??
    signInDomains(config.http).find((app) => sessionCookie(app) in cookies) ??
    null
  );
}

/** Everything else is the provider's own: it reads request bodies and writes responses itself. */
async function mountLibrary(scope: FastifyInstance, parts: ProviderParts, issuer: URL) {
  const { ctx, providers } = parts;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/*', async (request, reply) => {
    if (request.url.split('?', 1)[0]?.endsWith(ROUTES.authorization)) {
      // Each visit writes a row.
      const result = await ctx.limits.consume('sign-in pages', addressOf(request), SIGN_IN_PAGES);
      if (!result.allowed)
        return reply
          .status(429)
          .header('retry-after', result.retryAfterSeconds)
          .send({ error: 'temporarily_unavailable' });
    }
    const listener = providers.listenerOf(await appOf(parts, request));
    setProviderAddress(request, issuer);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    listener(request.raw, reply.raw);
  });
}

/** Mounts the provider on its host: its pages, and Keycloak's paths below the realm. */
export function mountProvider(server: FastifyInstance, parts: ProviderParts): void {
  const { config, log } = parts.ctx;
  const issuer = new URL(config.identity.issuer);
  const origins = appOrigins(config.http);
  const mount = async (scope: FastifyInstance) => {
    scope.addHook('onRoute', (route) => {
      route.constraints = { host: issuer.host };
    });
    scope.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers;
      const path = request.url.slice(issuer.pathname.length).split('?', 1)[0] ?? '';
      if (origin === undefined || !CALLED_BY_APPS.includes(path)) return;
      void reply.header('vary', 'origin');
      if (origins.includes(origin)) return allowOrigin(request, reply);
      return reply
        .status(403)
        .send({ error: 'invalid_request', error_description: 'unknown origin' });
    });
    scope.setErrorHandler((error, request, reply) => {
      const { status, code } = appErrorOf(error);
      if (code === 'UNEXPECTED') log.error(describeError(error), 'the provider failed');
      if (!/\btext\/html\b/.test(request.headers.accept ?? '')) {
        const kind = status < 500 ? 'invalid_request' : 'server_error';
        return reply.status(status).send({ error: kind });
      }
      const notice = code === 'SERVER_OFF' ? 'serverOff' : 'broken';
      const app = domainOf(new URL(request.url, issuer).searchParams.get('app'));
      const page = renderNotice(config, notice, app);
      return sendPage(config, reply, status, page);
    });
    takeForms(scope);
    mountSignIn(scope, parts, parts.providers.any);
    mountSignOut(scope, parts);
    mountUserinfo(scope, parts);
    await scope.register((inner) => mountLibrary(inner, parts, issuer));
  };
  void server.register(mount, { prefix: issuer.pathname });
}
