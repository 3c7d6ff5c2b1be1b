import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Config } from '#config.ts';
import type { AppContext } from '#platform/app-context.ts';
import { renderNotice } from '#identity/sign-in/page-notices.ts';
import { html, pageHeaders, renderPage } from '#identity/sign-in/page-shell.ts';
import { appOrigins, domainOfRedirect } from './provider-clients.ts';
import { endGrants, grantIdsOf } from './provider-store.ts';

type Parts = Pick<AppContext, 'config' | 'db' | 'log'>;

function backAddress(koaCtx: KoaContextWithOIDC): string {
  const { post_logout_redirect_uri: given, state } = koaCtx.oidc.params ?? {};
  if (typeof given !== 'string') return koaCtx.oidc.urlFor('end_session_success');
  const url = new URL(given);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}

/** Redirects a person without a session (any more) as after a sign-out. */
export function redirectSignedOut(koaCtx: KoaContextWithOIDC): void {
  koaCtx.status = 303;
  koaCtx.redirect(backAddress(koaCtx));
}

async function logOut({ db, log }: Parts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const { session, provider } = koaCtx.oidc;
  if (!session) return;
  const grantIds = grantIdsOf({ authorizations: session.authorizations });
  if (grantIds.length > 0) await db.asPlatform('sign out', (tx) => endGrants(tx, grantIds));
  log.info({ accountId: session.accountId }, 'signed out');
  await session.destroy();
  const path = new URL(provider.issuer).pathname;
  koaCtx.cookies.set(provider.cookieName('session'), null, { path, signed: true });
  redirectSignedOut(koaCtx);
}

/**
 * True if a page of our own apps sent the browser here, by the Referer header. Other sites can
 * omit this header but cannot forge it.
 */
function comesFromApp({ config }: Parts, koaCtx: KoaContextWithOIDC): boolean {
  const origin = URL.parse(koaCtx.get('referer'))?.origin;
  return origin !== undefined && appOrigins(config).includes(origin);
}

/**
 * Ends the session at once if an ID token of the same person is given or one of our own apps asks.
 * Otherwise asks for confirmation, since any page could have sent the browser here (CSRF).
 */
export async function renderLogout(
  parts: Parts,
  koaCtx: KoaContextWithOIDC,
  form: string,
): Promise<void> {
  const { entities, session, params } = koaCtx.oidc;
  const hinted = entities.IdTokenHint?.payload['sub'];
  if (hinted === undefined ? comesFromApp(parts, koaCtx) : hinted === session?.accountId) {
    await logOut(parts, koaCtx);
    return;
  }
  const domain = domainOfRedirect(parts.config, params?.['post_logout_redirect_uri']);
  const body = html`<h1>Sign out?</h1>
    <p>You will be signed out of all Tegeka apps in this browser.</p>
    ${{ html: form }}
    <button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
    <button form="op.logoutForm" class="second">Stay signed in</button>`;
  koaCtx.set(pageHeaders(parts.config));
  koaCtx.body = renderPage({ title: 'Sign out', domain, body });
}

/** The page after a sign-out that named no app to return to. */
export function renderLoggedOut(config: Config, koaCtx: KoaContextWithOIDC): void {
  koaCtx.set(pageHeaders(config));
  koaCtx.body = renderNotice(config, {
    title: 'Signed out',
    text: 'You have been logged out. Please login to continue.',
    domain: null,
  });
}
