import { createHash } from 'node:crypto';
import { accentOf, type Domain, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';
import { type Html, html } from '#platform/http/html.ts';
import { appOrigins } from '#platform/http/origins.ts';

/** The pattern of the guest shell (web/src/ui/shell/guest-pattern.svg), used as a mask. */
const PATTERN = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" fill="none" stroke="#000" stroke-width="1"><path d="M40 3 77 40 40 77 3 40zM40 13 67 40 40 67 13 40zM40 23 57 40 40 57 23 40z"/><path d="m40 33 7 7-7 7-7-7zM0 0h7L0 7zM80 0h-7l7 7zM0 80h7l-7-7zM80 80h-7l7-7z" fill="#000" stroke="none"/><path d="M0 17 17 0M0 27 27 0M63 0l17 17M53 0l27 27M0 63l17 17M0 53l27 27M80 63 63 80M80 53 53 80"/><path d="M28 40h-8M60 40h-8M40 28v-8M40 60v-8" stroke-width="2" stroke-dasharray="2 2"/></svg>',
);

/**
 * A small copy of the web app's guest shell: the same colours, card and accents
 * (web/src/platform/theme/theme.ts).
 */
const STYLE = `
:root{color-scheme:light dark;--back:#f8fafc;--card:#fff;--text:#0f172a;--quiet:#52617a;--line:#a9b6c7;--edge:#e2e8f0;--bad:#c92a2a;--badback:#fff5f5;--accent:#087f5b;--on:#fff;--link:#087f5b;--woven:.1;--cloth:url("data:image/svg+xml,${PATTERN}")}
[data-accent=blue]{--accent:#1971c2;--link:#1864ab}
[data-accent=violet]{--accent:#7048e8;--link:#6741d9}
[data-accent=light]{--accent:#38d9a9;--on:#0f172a}
@media (prefers-color-scheme:dark){
:root{--back:#0f1623;--card:#141c2b;--text:#e2e8f0;--quiet:#a8b5c9;--line:#8c9bb2;--edge:#43516a;--bad:#ffa8a8;--badback:#3b1219;--link:#63e6be;--woven:.12}
[data-accent=blue]{--link:#74c0fc}
[data-accent=violet]{--link:#b197fc}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:0 16px 40px;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,sans-serif}
body::before{content:"";position:fixed;inset:0;z-index:-1;background:var(--link);opacity:var(--woven);-webkit-mask:var(--cloth) 0 0/120px 120px;mask:var(--cloth) 0 0/120px 120px}
header,main{width:100%;max-width:428px;margin:0 auto}
header{display:flex;align-items:center;gap:10px;padding:clamp(20px,8vh,88px) 0 16px;font-weight:700;font-size:20px}
header svg{width:32px;height:32px;stroke:var(--on)}
header rect{fill:var(--accent);stroke:none}
main{padding:28px;background:var(--card);border:1px solid var(--edge);border-radius:12px;box-shadow:0 1px 3px rgb(0 0 0/.06),0 8px 24px rgb(0 0 0/.06)}
h1{font-size:24px;line-height:1.25;margin:0 0 4px}
p{margin:0 0 16px;color:var(--quiet)}
label{display:block;font-weight:600;font-size:14px;margin:16px 0 4px}
input{width:100%;height:44px;padding:0 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px}
input[aria-invalid=true]{border-color:var(--bad)}
button{width:100%;min-height:44px;margin-top:24px;border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button.second{margin-top:12px;background:transparent;color:var(--link);border:1px solid var(--line)}
a{color:var(--link);display:inline-block;padding:4px 0}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.bad{background:var(--badback);color:var(--bad);border-radius:8px;padding:12px;margin:16px 0 0}
nav{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin-top:20px;font-size:14px}
`;

const HASH = createHash('sha256').update(STYLE).digest('base64');

const SCRIPT = 'document.forms[0].requestSubmit()';

/** Sends the form of a page that is filled in already. Only the demo has such pages. */
export const SENDS_ITSELF: Html = { html: `<script>${SCRIPT}</script>` };

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * The content security policy of the provider's pages: no script but the one that sends the form of the demo, one
 * style by hash, form targets in our apps only.
 */
function contentPolicyOf(config: Config, sendsItself: boolean): string {
  const apps = appOrigins(config.http).join(' ');
  return [
    "default-src 'none'",
    `style-src 'sha256-${HASH}'`,
    ...(sendsItself ? [`script-src 'sha256-${SCRIPT_HASH}'`] : []),
    'img-src data:',
    // Allows the prefetch of the app's files. Without scripts nothing else can use it.
    `connect-src ${apps}`,
    // After the form is submitted the browser is redirected to an app; form-action covers
    // redirects.
    `form-action 'self' ${apps}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
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

/** Headers of every page: no caching, no framing. */
export function pageHeaders(config: Config, sendsItself = false): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicyOf(config, sendsItself),
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  };
}
