import { hasDashboard } from '@tegeka/contract/kit/domains.ts';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';
import { originOf } from '#platform/http/origins.ts';
import { html, renderPage } from './page-shell.ts';

/** Why a sign-in failed: wrong credentials, too many attempts, or an internal error. */
export type SignInError =
  | { kind: 'refused' }
  | { kind: 'delayed'; retryAfterSeconds: number }
  | { kind: 'broken' };

/** The data of the sign-in page. */
export interface SignInView {
  /** The app that sent the person. */
  domain: Domain;
  /** Target of the form. */
  action: string;
  formToken: string;
  email: string;
  error: SignInError | null;
  prefetch: readonly string[];
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function errorText(error: SignInError): string {
  if (error.kind === 'refused') {
    return 'Sorry, You are not authorised to login. Please contact the administrator.';
  }
  if (error.kind === 'delayed') {
    return `There were too many tries. Please wait ${waitText(error.retryAfterSeconds)}, then try again.`;
  }
  return 'Sorry, our server encountered an error. Please try again.';
}

function links(config: Config, domain: Domain) {
  const home = originOf(config.http, domain);
  const create =
    domain === 'MERCHANT' ? html`<a href="${home}/register/user">Create an account</a>` : null;
  return html`<nav><a href="${home}/reset-password">Forgot your password?</a>${create}</nav>`;
}

/** The sign-in page. It works without scripts; it keeps the typed email and never the password. */
export function renderSignIn(config: Config, view: SignInView): string {
  const { domain, email, error } = view;
  const invalid = html`${error?.kind === 'refused' ? html` aria-invalid="true" aria-describedby="fault"` : null}`;
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
        ${invalid}${email === '' ? null : typed}
      />
      <button>Sign in</button>
    </form>
    ${links(config, domain)}`;
  return renderPage({ title: 'Sign in', domain, body, prefetch: view.prefetch });
}
