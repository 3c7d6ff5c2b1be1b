import type { EventEmitter } from 'node:events';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isDatabaseAway } from '#platform/database.ts';
import { describeError } from '#platform/log.ts';
import { packPage } from './page-answer.ts';
import { pageHeaders } from './page-shell.ts';
import { leadOn } from './provider-logout.ts';
import type { SigningKey } from './provider-keys.ts';
import { providerSetup } from './provider-setup.ts';
import { traceSession } from './sessions-trace.ts';
import { signInPage, type SignInParts } from './sign-in-route.ts';

/**
 * Shows the sign-in page at once, where the provider would redirect to it: one round trip less,
 * 0.4 s and more on a poor line. A reload starts anew, so this page does not expire.
 */
async function showSignIn(parts: SignInParts, ctx: KoaContextWithOIDC): Promise<void> {
  const { Interaction: interaction } = ctx.oidc.entities;
  if (!interaction || ctx.status !== 303 || ctx.method !== 'GET') return;
  const page = await signInPage(parts, interaction, { email: '', fault: null });
  const { bytes, headers } = packPage(ctx.req, page);
  ctx.remove('location');
  ctx.status = 200;
  ctx.set({ ...pageHeaders(parts.frame.config), ...headers });
  ctx.body = bytes;
}

function listen(provider: Provider, { log }: SignInParts['frame']): void {
  // Unheard, it would print a stack to the console; the provider's types do not name this event.
  const emitter: EventEmitter = provider;
  emitter.on('error', (error) => log.error(describeError(error), 'the provider failed'));
  provider.on('server_error', (ctx, error) => {
    if (isDatabaseAway(error)) ctx.status = 503;
    log.error(describeError(error), 'the provider failed');
  });
  provider.on('authorization.error', (_, error) =>
    log.info({ error: error.message }, 'the provider refused a sign-in'),
  );
  provider.on('grant.error', (_, error) =>
    log.info({ error: error.message }, 'the provider refused a token'),
  );
}

/** The provider with its two shortcuts: the sign-in page at once, and signing out when signed out. */
export function openProvider(parts: SignInParts, signingKeys: SigningKey[]): Provider {
  const { frame } = parts;
  const provider = new Provider(frame.config.identity.issuer, providerSetup(frame, signingKeys));
  // The door names the address and the scheme on every request, as a proxy would.
  provider.proxy = true;
  listen(provider, frame);
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    if (ctx.oidc) await traceSession(frame, ctx);
    if (ctx.oidc?.route === 'authorization') await showSignIn(parts, ctx);
    // Without a session the provider would post a form by script; there is nothing to ask.
    const signedOut = ctx.oidc?.route === 'end_session' && ctx.status === 200;
    if (signedOut && !ctx.oidc.session?.accountId) leadOn(ctx);
  });
  return provider;
}
