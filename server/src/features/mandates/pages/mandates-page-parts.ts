import { type Html, html } from '#platform/http/html.ts';
import { notePage } from '#platform/http/page-parts.ts';
import type { PageAnswer } from '#platform/http/public-pages.ts';
import type { ConsentLink, OpenLink } from '../mandates-consent.ts';

/** Who asks, at the top of the page. */
export const head = ({ merchantName, logo }: OpenLink) =>
  html`<header>
    ${logo === null ? null : html`<img src="${logo}" alt="" width="56" height="56" />`}${merchantName}<small
      >asks for your consent to direct debits</small
    >
  </header>`;

/** What the payer is asked to agree to. */
export const terms = ({ sentence, details, merchantName, present }: OpenLink, homeUrl: string) =>
  html`<h1>${sentence}</h1>
    <ul>
      ${details.map((detail) => html`<li>${detail}</li>`)}
      <li>It costs you nothing</li>
    </ul>
    ${present === null ? null : html`<p>It takes the place of ${present}, which goes on until your bank has confirmed this one.</p>`}
    <h2>How to stop it</h2>
    <p>You can stop it at any time, without giving a reason:</p>
    <ul>
      <li>on <a href="${homeUrl}">${homeUrl}</a></li>
      <li>or tell ${merchantName} or your bank</li>
    </ul>`;

/** The pages of links that can not be answered any more. */
export const closed = (home: string): Record<Exclude<ConsentLink['kind'], 'OPEN'>, PageAnswer> => ({
  UNKNOWN: notePage(404, 'Unknown link', { heading: 'This link leads nowhere' }, [
    html`Please open the link in your message again, whole. If you have lost it, we can
      <a href="${home}">send it again by SMS</a>.`,
  ]),
  EXPIRED: notePage(410, 'Link has ended', { heading: 'This link has ended' }, [
    'Links are open for 7 days. Nothing was agreed by it, and nothing is taken for it. Ask the business to send you a new one.',
  ]),
  WITHDRAWN: notePage(410, 'No longer asked', { heading: 'The business no longer asks' }, [
    'It has taken its request back. Nothing was agreed by it, and nothing is taken for it.',
  ]),
  ENDED: notePage(410, 'Ended', { heading: 'These direct debits have ended' }, [
    html`Your bank receives no further requests. <a href="${home}">View your direct debits</a>`,
  ]),
  REPLACED: notePage(410, 'Replaced', { heading: 'New terms have taken the place of these' }, [
    html`<a href="${home}">View or stop your direct debits</a>`,
  ]),
  CLOSED: notePage(200, 'Not open now', { heading: 'You can not answer now' }, [
    'Direct debits of this business are stopped at present. Nothing is taken. Ask the business when you can answer.',
  ]),
  ANSWERED: notePage(200, 'Answered', { heading: 'This has been answered' }, [
    html`You have agreed or declined already.
      <a href="${home}">View or stop your direct debits</a>`,
  ]),
});

/** What happens where the payer does not agree. */
export const declined = ({ present }: OpenLink) =>
  present === null
    ? 'Nothing is taken from your account.'
    : `The new terms do not begin. What you have agreed to before, ${present}, goes on until you stop it.`;

/** The page after an answer. */
export const thanks = (title: string, text: string, more: Html | null = null) =>
  notePage(200, title, { heading: title, done: true, more }, [text]);
