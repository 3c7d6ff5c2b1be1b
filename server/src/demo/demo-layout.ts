import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2730;--soft:#54636f;--line:#dbe2e8;--card:#fff;--ground:#f4f7f9;--accent:#0b7a70;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf2;--soft:#a3b1bc;--line:#33414c;--card:#1b252d;--ground:#121a20;--accent:#4fd1c5;--on:#06201d}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.75rem;margin:.5rem 0}h2{font-size:1.125rem;margin:0 0 .25rem}
p{margin:.25rem 0 .75rem}
section,article{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:1rem 0}
a{color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0 0}
.button{display:inline-block;background:var(--accent);color:var(--on);border:1px solid var(--accent);border-radius:8px;padding:.5rem .9rem;text-decoration:none;font:inherit;font-weight:600;cursor:pointer}
.button.quiet{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
article header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}
article header span,.empty{color:var(--soft)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.5rem 0 0}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:8px;padding:.5rem .75rem;min-width:0}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}`;

/** A page of the demo: plain HTML without scripts. */
export function demoPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} - ${PRODUCT_NAME}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}
