import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { textOf } from '@tegeka/contract/kit/errors.ts';
import type { Config } from '#config.ts';
import { html, type Html } from '#platform/http/html.ts';
import { originOf, signInDomains } from '#platform/http/origins.ts';
import { renderPage, SENDS_ITSELF } from './page-shell.ts';

/** Why a sign-in failed: wrong credentials, too many attempts, or an internal error. */
export type SignInError =
  | { kind: 'refused' }
  | { kind: 'delayed'; retryAfterSeconds: number }
  | { kind: 'broken' };

export interface SignInView {
  /** The app that sent the person. */
  domain: Domain;
  /** Target of the form. */
  action: string;
  formToken: string;
  email: string;
  /** Filled in only where the page sends itself, in the demo. */
  password?: string;
  error: SignInError | null;
  prefetch: readonly string[];
}

const BROKEN = 'Sorry, our server encountered an error. Please try again.';

function errorText(error: SignInError): string {
  if (error.kind === 'refused')
    return 'Sorry, You are not authorised to login. Please contact the administrator.';
  if (error.kind === 'broken') return BROKEN;
  const seconds = error.retryAfterSeconds;
  const unit = seconds === 1 ? 'second' : 'seconds';
  const wait = seconds < 90 ? `${seconds} ${unit}` : `${Math.ceil(seconds / 60)} minutes`;
  return `There were too many tries. Please wait ${wait}, then try again.`;
}

/** The sign-in page. It works without scripts; it keeps the typed email and never the password. */
export function renderSignIn(config: Config, view: SignInView): string {
  const { domain, email, password, error } = view;
  const home = originOf(config.http, domain);
  const create =
    domain === 'MERCHANT' ? html`<a href="${home}/register/user">Create an account</a>` : null;
  const invalid =
    error?.kind === 'refused' ? html` aria-invalid="true" aria-describedby="fault"` : null;
  const typed = html` autofocus`;
  const body = html`<h1>Sign in</h1>
    <p>
      ${hasDashboard(domain) ? 'Enter your email and password to go on.' : 'Enter your email and password.'}
    </p>
    <form method="post" action="${view.action}">
      ${error && html`<div class="bad" role="alert" id="fault">${errorText(error)}</div>`}
      <input type="hidden" name="token" value="${view.formToken}" />
      <label for="email">Email</label>
      <input
        id="email"
        name="username"
        type="email"
        autocomplete="username"
        inputmode="email"
        autocapitalize="none"
        spellcheck="false"
        required
        maxlength="254"
        value="${email}"
        ${invalid}${email === '' ? typed : null}
      />
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        maxlength="1024"
        ${password === undefined ? null : html` value="${password}"`}${invalid}${email === '' ? null : typed}
      />
      <button>Sign in</button>
    </form>
    <nav><a href="${home}/reset-password">Forgot your password?</a>${create}</nav>
    ${password === undefined ? null : SENDS_ITSELF}`;
  return renderPage({ title: 'Sign in', domain, body, prefetch: view.prefetch });
}

/** Names of the apps in sentences. */
export const APP_NAMES: Partial<Record<Domain, string>> = {
  OPERATOR: 'Tegeka Operations',
  BANK: 'the bank app',
  MERCHANT: 'the business app',
};

/** Links back: to the app that sent the person, or to all apps if it is not known. */
function waysBack(config: Config, domain: Domain | null): Html {
  if (domain !== null)
    return html`<a href="${originOf(config.http, domain)}">Go back and sign in</a>`;
  const apps = signInDomains(config.http);
  return html`${apps.map(
    (app) =>
      html`<div><a href="${originOf(config.http, app)}">Go to ${APP_NAMES[app] ?? app}</a></div>`,
  )}`;
}

const NOTICES = {
  /** The sign-in page was open for too long, or belongs to another browser. */
  expired: [
    'This page has expired',
    'The sign-in page was open for too long, or was used already. Nothing is lost: please start again.',
  ],
  broken: ['That did not work', BROKEN],
  /** The database cannot be reached (specification, section 8: HTTP 503). */
  serverOff: ['That did not work', textOf('SERVER_OFF')],
  unusable: [
    'This link can not be used',
    'The request to sign in or out was not complete or not allowed. Please start again from the app.',
  ],
  signedOut: ['Signed out', 'You have been logged out. Please login to continue.'],
} as const;

/** A page with a notice and links back to the app. */
export function renderNotice(
  config: Config,
  notice: keyof typeof NOTICES,
  domain: Domain | null,
): string {
  const [title, text] = NOTICES[notice];
  const body = html`<h1>${title}</h1>
    <p role="alert">${text}</p>
    ${waysBack(config, domain)}`;
  return renderPage({ title, domain, body });
}
