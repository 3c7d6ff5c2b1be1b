import type { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { traceSession } from '#identity/sessions/sessions-store.ts';
import type { SignInParts } from '#identity/sign-in/sign-in-routes.ts';
import { isDatabaseAway } from '#platform/database/database.ts';
import { signInDomains } from '#platform/http/origins.ts';
import { describeError } from '#platform/log.ts';
import type { SigningKey } from './provider-keys.ts';
import { redirectSignedOut, showSignIn } from './provider-pages.ts';
import { providerSetup } from './provider-setup.ts';

export interface Providers {
  /** For what needs no session of a browser. */
  any: Provider;
  /** Answers requests about the session of an app; of the first one where the app is not known. */
  listenerOf: (app: Domain | null) => RequestListener;
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
