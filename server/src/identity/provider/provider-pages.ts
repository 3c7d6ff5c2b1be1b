import { gzipSync } from 'node:zlib';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';
import { html } from '#platform/http/html.ts';
import { pageHeaders, renderPage } from '#identity/sign-in/page-shell.ts';
import { APP_NAMES, renderNotice } from '#identity/sign-in/sign-in-pages.ts';
import { signInPage, type SignInParts } from '#identity/sign-in/sign-in-routes.ts';
import { appOrigins } from '#platform/http/origins.ts';
import { appErrorOf } from '#platform/http/problems.ts';
import type { Log } from '#platform/log.ts';
import { domainOfRedirect } from './provider-clients.ts';

/**
 * Renders the sign-in page directly instead of a redirect to it. Saves one round trip, 0.4 s and
 * more on a slow network. A reload starts a new interaction, so this page does not expire.
 */
export async function showSignIn(parts: SignInParts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const { Interaction: interaction } = koaCtx.oidc.entities;
  if (!interaction || koaCtx.status !== 303 || koaCtx.method !== 'GET') return;
  const filled = parts.filled?.(koaCtx.get('cookie')) ?? null;
  const page = await signInPage(
    parts,
    interaction,
    filled ? { ...filled, error: null } : undefined,
  );
  if (filled) koaCtx.append('set-cookie', filled.setCookie);
  koaCtx.remove('location');
  koaCtx.status = 200;
  koaCtx.set(pageHeaders(parts.ctx.config, filled !== null));
  koaCtx.vary('accept-encoding');
  const packed = koaCtx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (packed) koaCtx.set('content-encoding', 'gzip');
  koaCtx.body = packed ? gzipSync(page) : page;
}

/** Shows an error of the provider in our design and in plain words, without its details. */
export function renderProviderError(
  config: Config,
  koaCtx: KoaContextWithOIDC,
  out: ErrorOut,
  error: Error,
): void {
  const domain = domainOfRedirect(config, koaCtx.oidc.params?.['redirect_uri']);
  const server = out.error === 'server_error';
  const away = server && appErrorOf(error).code === 'SERVER_OFF';
  const expired = error.name === 'SessionNotFound';
  const ours = expired ? 'expired' : server ? 'broken' : 'unusable';
  koaCtx.set(pageHeaders(config));
  if (away) koaCtx.status = 503;
  koaCtx.body = renderNotice(config, away ? 'serverOff' : ours, domain);
}

/** Redirects a person without a session (any more) as after a sign-out. */
export function redirectSignedOut(koaCtx: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: given, state } = koaCtx.oidc.params ?? {};
  const url = new URL(
    typeof given === 'string' ? given : koaCtx.oidc.urlFor('end_session_success'),
  );
  if (typeof state === 'string') url.searchParams.set('state', state);
  koaCtx.status = 303;
  koaCtx.redirect(url.href);
}

/**
 * Ends the session at once if an ID token of the same person is given or a page of our own apps
 * asks, by the Referer header, which other sites can omit but not forge. Otherwise asks for
 * confirmation, since any page could have sent the browser here (CSRF).
 */
export async function renderLogout(
  { config, log, app }: { config: Config; log: Log; app: Domain },
  koaCtx: KoaContextWithOIDC,
  form: string,
): Promise<void> {
  const { entities, session } = koaCtx.oidc;
  const hinted = entities.IdTokenHint?.payload['sub'];
  const sender = URL.parse(koaCtx.get('referer'))?.origin ?? '';
  const sure =
    hinted === undefined ? appOrigins(config.http).includes(sender) : hinted === session?.accountId;
  if (session && sure) {
    log.info({ accountId: session.accountId }, 'signed out');
    await session.destroy();
    redirectSignedOut(koaCtx);
    return;
  }
  // Its answer says which app's session it is about.
  const own = form.replace(/ action="([^"]*)"/, ` action="$1?app=${app}"`);
  const body = html`<h1>Sign out?</h1>
    <p>You will be signed out of ${APP_NAMES[app] ?? app} in this browser.</p>
    ${{ html: own }}
    <button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
    <button form="op.logoutForm" class="second">Stay signed in</button>`;
  koaCtx.set(pageHeaders(config));
  koaCtx.body = renderPage({ title: 'Sign out', domain: app, body });
}

/** The page after a sign-out that named no app to return to. */
export function renderLoggedOut(config: Config, koaCtx: KoaContextWithOIDC): void {
  koaCtx.set(pageHeaders(config));
  koaCtx.body = renderNotice(config, 'signedOut', null);
}
