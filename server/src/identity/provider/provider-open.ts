import type { EventEmitter } from 'node:events';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { traceSession } from '#identity/sessions/sessions-store.ts';
import type { SignInParts } from '#identity/sign-in/sign-in-routes.ts';
import { isDatabaseAway } from '#platform/database/database.ts';
import { describeError } from '#platform/log.ts';
import type { SigningKey } from './provider-keys.ts';
import { redirectSignedOut, showSignIn } from './provider-pages.ts';
import { providerSetup } from './provider-setup.ts';

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
 * The provider with two shortcuts: the sign-in page without redirect, and signing out without a
 * session.
 */
export function openProvider(parts: SignInParts, signingKeys: SigningKey[]): Provider {
  const { ctx } = parts;
  const provider = new Provider(ctx.config.identity.issuer, providerSetup(ctx, signingKeys));
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
