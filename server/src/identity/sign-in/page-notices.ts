import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { textOf } from '@tegeka/contract/kit/errors.ts';
import type { errors, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Config } from '#config.ts';
import { refusalOf } from '#platform/http/problems.ts';
import { originOf } from '#platform/http/origins.ts';
import { html, type Html, pageHeaders, renderPage } from './page-shell.ts';
import { APP_DOMAINS, domainOfRedirect } from '#identity/provider/provider-clients.ts';

const APP_NAMES: Partial<Record<Domain, string>> = {
  OPERATOR: 'Tegeka Operations',
  BANK: 'the bank app',
  MERCHANT: 'the business app',
};

/** Links back: to the app that sent the person, or to all apps if it is not known. */
function waysBack(config: Config, domain: Domain | null): Html {
  if (domain !== null)
    return html`<a href="${originOf(config.http, domain)}">Go back and sign in</a>`;
  const apps = APP_DOMAINS.filter(hasDashboard);
  return html`${apps.map(
    (app) =>
      html`<div><a href="${originOf(config.http, app)}">Go to ${APP_NAMES[app] ?? app}</a></div>`,
  )}`;
}

/** A page with a notice and links back to the app. */
export function renderNotice(
  config: Config,
  notice: { title: string; text: string; domain: Domain | null },
): string {
  const { title, text, domain } = notice;
  const body = html`<h1>${title}</h1>
    <p role="alert">${text}</p>
    ${waysBack(config, domain)}`;
  return renderPage({ title, domain, body });
}

/** The sign-in page has expired, or belongs to another browser. */
export function renderExpired(config: Config, domain: Domain | null): string {
  return renderNotice(config, {
    title: 'This page has expired',
    text: 'The sign-in page was open for too long, or was used already. Nothing is lost: please start again.',
    domain,
  });
}

/** An internal error. */
export function renderBroken(config: Config, domain: Domain | null): string {
  return renderNotice(config, {
    title: 'That did not work',
    text: 'Sorry, our server encountered an error. Please try again.',
    domain,
  });
}

/** The database cannot be reached (specification, section 8: HTTP 503). */
export function renderServerOff(config: Config, domain: Domain | null): string {
  return renderNotice(config, { title: 'That did not work', text: textOf('SERVER_OFF'), domain });
}

/** Shows an error of the provider in our design and in plain words, without its details. */
export function renderProviderError(
  config: Config,
  koaCtx: KoaContextWithOIDC,
  out: ErrorOut,
  error: errors.OIDCProviderError | Error,
): void {
  const domain = domainOfRedirect(config, koaCtx.oidc.params?.['redirect_uri']);
  const server = out.error === 'server_error';
  koaCtx.set(pageHeaders(config));
  if (server && refusalOf(error).code === 'SERVER_OFF') {
    koaCtx.status = 503;
    koaCtx.body = renderServerOff(config, domain);
  } else if (error.name === 'SessionNotFound') {
    koaCtx.body = renderExpired(config, domain);
  } else if (server) {
    koaCtx.body = renderBroken(config, domain);
  } else {
    koaCtx.body = renderNotice(config, {
      title: 'This link can not be used',
      text: 'The request to sign in or out was not complete or not allowed. Please start again from the app.',
      domain,
    });
  }
}
