import { accentOf, type Domain, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';
import { contentPolicyOf, STYLE } from './page-style.ts';
import { appOrigins } from '#identity/provider/provider-clients.ts';

/** Text that is escaped HTML already. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = Html | string | number | null | readonly Html[];

function write(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  return 'html' in part ? part.html : part.map(write).join('');
}

/** Template tag for HTML. Every inserted text is escaped; null inserts nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: String.raw({ raw: texts }, ...parts.map(write)) };
}

const LOGO = html`<header>
  <svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke-width="3.2" stroke-linecap="round">
    <rect width="32" height="32" rx="8" />
    <path d="M8 11h16M16 11v6l-5 5M16 17l5 5" stroke-linejoin="round" />
  </svg>
  ${PRODUCT_NAME}
</header>`;

/** Exactly the text whose hash is in the content security policy. Any difference would block it. */
const STYLE_ELEMENT: Html = { html: `<style>${STYLE}</style>` };

/** A page of the provider. */
export interface Page {
  title: string;
  /** The app whose accent colour the page uses. Null for the default. */
  domain: Domain | null;
  body: Html;
  /** Addresses that the browser may prefetch. */
  prefetch?: readonly string[];
}

/** A complete page in our design: card, logo, accent colour; no script, inline styles only. */
export function renderPage({ title, domain, body, prefetch = [] }: Page): string {
  const { color, light } = accentOf(domain ?? 'MERCHANT');
  const hints = prefetch.map((url) => html`<link rel="prefetch" href="${url}" />`);
  return html`<!doctype html>
    <html lang="en" data-accent="${light ? 'light' : color}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - ${PRODUCT_NAME}</title>
        ${STYLE_ELEMENT} ${hints}
      </head>
      <body>
        ${LOGO}
        <main>${body}</main>
      </body>
    </html>`.html;
}

/** Headers of every page: no caching, no framing, no referrer. */
export function pageHeaders(config: Config): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicyOf(appOrigins(config)),
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  };
}
