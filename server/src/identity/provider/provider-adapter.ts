import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWTVerifyGetKey } from 'jose';
import type Provider from 'oidc-provider';
import { domainOf } from '#platform/http/caller.ts';
import { describeError } from '#platform/log.ts';
import { refusalOf } from '#platform/http/problems.ts';
import { readForm } from '#identity/sign-in/form-body.ts';
import { answerPage } from '#identity/sign-in/page-answer.ts';
import { renderBroken, renderNotice, renderServerOff } from '#identity/sign-in/page-notices.ts';
import { appOrigins } from './provider-clients.ts';
import { ROUTES } from './provider-setup.ts';
import { endGrants, endSessions } from './provider-store.ts';
import { answerUserinfo } from './provider-userinfo.ts';
import { answerSignIn, type Exchange, type SignInParts } from '#identity/sign-in/sign-in-route.ts';

/** Endpoints that our apps call from their own origins (CORS). No other origin is allowed. */
const CALLED_BY_APPS = [ROUTES.token, ROUTES.userinfo, ROUTES.revocation, ROUTES.end_session];

/** The dependencies of the adapter. */
export interface ProviderAdapterParts extends SignInParts {
  provider: Provider;
  /** The provider as a request listener. */
  listener: ReturnType<Provider['callback']>;
  keys: JWTVerifyGetKey;
}

/**
 * Sets the provider's own address on the request and ignores what the caller or a proxy sent:
 * links, redirects and the Secure flag of cookies are derived from it.
 */
function setProviderAddress(request: IncomingMessage, issuer: URL, address: string): URL {
  const asked = request.url ?? '/';
  delete request.headers['x-forwarded-host'];
  request.headers.host = issuer.host;
  request.headers['x-forwarded-proto'] = issuer.protocol.replace(':', '');
  request.headers['x-forwarded-for'] = address;
  request.url = asked.slice(issuer.pathname.length) || '/';
  // The provider reads its mount path from `originalUrl`.
  Object.assign(request, { originalUrl: asked });
  return new URL(request.url, issuer.origin);
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(JSON.stringify(body));
}

/**
 * Keycloak's second way to sign out, for an app without an ID token: a refresh token ends its
 * session. Answers 204 also if there was nothing to end.
 */
async function answerSignOut(
  { ctx, provider }: ProviderAdapterParts,
  exchange: Exchange,
): Promise<void> {
  const form = await readForm(exchange.request);
  const found = await provider.RefreshToken.find(form.get('refresh_token') ?? '');
  if (found && found.clientId === form.get('client_id')) {
    const { sessionUid, grantId } = found;
    await ctx.db.asPlatform('sign out', async (tx) => {
      if (sessionUid) await endSessions(tx, [sessionUid]);
      if (grantId) await endGrants(tx, [grantId]);
    });
    ctx.log.info({ accountId: found.accountId }, 'signed out');
  }
  exchange.response.statusCode = 204;
  exchange.response.end();
}

async function dispatch(parts: ProviderAdapterParts, url: URL, exchange: Exchange): Promise<void> {
  const { ctx, provider, listener, keys } = parts;
  const { request, response } = exchange;
  const { origin } = request.headers;
  if (origin !== undefined && CALLED_BY_APPS.includes(url.pathname)) {
    if (!appOrigins(ctx.config).includes(origin)) {
      answerJson(response, 403, { error: 'invalid_request', error_description: 'unknown origin' });
      return;
    }
    response.setHeader('vary', 'origin');
    response.setHeader('access-control-allow-origin', origin);
  }
  const preflight = request.method === 'OPTIONS';
  if (url.pathname.startsWith('/sign-in/')) {
    await answerSignIn(parts, provider, url, exchange);
  } else if (url.pathname === ROUTES.userinfo && !preflight) {
    await answerUserinfo(ctx, keys, request, response);
  } else if (url.pathname === ROUTES.end_session && request.method === 'POST') {
    await answerSignOut(parts, exchange);
  } else {
    await listener(request, response);
  }
}

function answerError(
  { ctx }: ProviderAdapterParts,
  { request, response }: Exchange,
  error: unknown,
): void {
  const { status, code } = refusalOf(error);
  if (code === 'UNEXPECTED') ctx.log.error(describeError(error), 'the provider failed');
  if (response.headersSent) {
    response.destroy();
  } else if (/\btext\/html\b/.test(request.headers.accept ?? '')) {
    const { searchParams } = new URL(request.url ?? '/', ctx.config.identity.issuer);
    const render = code === 'SERVER_OFF' ? renderServerOff : renderBroken;
    const page = render(ctx.config, domainOf(searchParams.get('app')));
    answerPage(ctx.config, request, response, status, page);
  } else {
    answerJson(response, status, { error: status < 500 ? 'invalid_request' : 'server_error' });
  }
}

/** Handles every path below the realm. Never throws: errors are answered and logged. */
export function openProviderAdapter(
  parts: ProviderAdapterParts,
): (exchange: Exchange) => Promise<void> {
  const { config } = parts.ctx;
  const issuer = new URL(config.identity.issuer);
  return async (exchange) => {
    const { request, response, address } = exchange;
    if (!request.url?.startsWith(`${issuer.pathname}/`)) {
      const title = 'Page not found';
      const text = 'There is nothing at this address.';
      const page = renderNotice(config, { title, text, domain: null });
      answerPage(config, request, response, 404, page);
      return;
    }
    try {
      await dispatch(parts, setProviderAddress(request, issuer, address), exchange);
    } catch (error) {
      answerError(parts, exchange, error);
    }
  };
}
