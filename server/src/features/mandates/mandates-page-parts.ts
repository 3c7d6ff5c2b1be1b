import { html } from '#platform/http/html.ts';
import type { OpenLink } from './mandates-consent.ts';

/** Who asks, at the top of the page. */
export const head = ({ merchantName }: OpenLink) =>
  html`<header>${merchantName}<small>asks for your consent to direct debits</small></header>`;

/** What the payer is asked to agree to. */
export const terms = ({ sentence, details, merchantName }: OpenLink, homeUrl: string) =>
  html`<h1>${sentence}</h1>
    <ul>
      ${details.map((detail) => html`<li>${detail}</li>`)}
      <li>It costs you nothing</li>
    </ul>
    <h2>How to stop it</h2>
    <p>
      You can stop it at any time, without giving a reason: on ${homeUrl}, or tell ${merchantName}
      or your bank.
    </p>`;
