import { DASHBOARD_DOMAINS, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf, placeOf } from '#platform/http/origins.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-guide.ts';

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
function demoPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} - ${PRODUCT_NAME}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

/** Maximum of messages on the outbox page. */
const MAX_MESSAGES = 100;

function escape(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

/** The way in with the demo's own accounts. */
function ownAccounts({ http }: Config): string {
  const rows = Object.values(DEMO_PEOPLE).map(({ email, firstName, domain, about }) => {
    const home = originOf(http, domain);
    return `<tr><td><a href="${home}">${domain.toLowerCase()}</a></td>
      <td><code>${email}</code></td><td>${firstName}, ${about}</td></tr>`;
  });
  return `<section><h2>1. Be a new business</h2>
<p>Create an account; the codes that it asks for arrive in the outbox.</p>
<p class="actions"><a class="button" href="${originOf(http, 'MERCHANT')}/register/user">Create an account</a>
<a class="button quiet" href="/outbox">Open the outbox</a></p></section>
<section><h2>2. Review it as the operator</h2>
<p>Sign in as an operator and open Approvals, Inbox.</p>
<p class="actions"><a class="button" href="${originOf(http, 'OPERATOR')}">Open the operator's app</a></p></section>
<section><h2>3. Look around</h2>
<p>Everybody's password is <code>${DEMO_PASSWORD}</code>. Sign out of one account before you use another one of the same app.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Demo accounts"><table><thead><tr><th scope="col">App</th><th scope="col">Email</th><th scope="col">Who</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></section>`;
}

/** The way in where another provider keeps the accounts. */
function outsideAccounts({ http, identity }: Config): string {
  const apps = DASHBOARD_DOMAINS.map(
    (domain) =>
      `<a class="button quiet" href="${originOf(http, domain)}">${domain.toLowerCase()}</a>`,
  );
  return `<section><h2>Sign in</h2>
<p>Accounts and passwords are kept by <code>${escape(identity.issuer)}</code>. The people of the demo have none there.</p>
<p class="actions">${apps.join(' ')} <a class="button quiet" href="/outbox">Open the outbox</a></p></section>`;
}

function startPage({ config }: AppContext): string {
  return demoPage(
    'Start here',
    `<h1>Welcome to ${PRODUCT_NAME}</h1>
<p>Direct debit for businesses in Uganda. This is the demo: its people, businesses and messages are made up, and nothing leaves this computer.</p>
${config.identity.embedded ? ownAccounts(config) : outsideAccounts(config)}`,
  );
}

async function outboxPage({ notifications }: AppContext, to: string | null): Promise<string> {
  const messages = (await notifications.outbox(to, MAX_MESSAGES)).map(
    (message) => `<article><header><strong>${escape(message.subject ?? 'SMS')}</strong>
<span>${message.channel} to ${escape(message.to)}, <time datetime="${message.sentAt}">${message.sentAt.slice(11, 19)} UTC</time></span></header>
<pre>${escape(message.text).replaceAll(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>')}</pre></article>`,
  );
  return demoPage(
    'Outbox',
    `<p><a href="/">Start page</a></p><h1>Outbox</h1>
<p>Mails and SMS that would have been sent, newest first.</p>
<form method="get"><label for="to">To</label> <input id="to" name="to" value="${escape(to ?? '')}" placeholder="Email or +256…"> <button class="button quiet">Filter</button> <a class="button quiet" href="/outbox">Reload</a></form>
${messages.join('') || '<p class="empty">No messages yet. Create an account and its codes appear here.</p>'}`,
  );
}

/** The demo's start page and outbox, on the base host only. */
export function mountDemoPages(server: FastifyInstance, ctx: AppContext): void {
  const html = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
  const only =
    (
      answer: (
        request: FastifyRequest<{ Querystring: { to?: string } }>,
        reply: FastifyReply,
      ) => Promise<unknown>,
    ) =>
    async (request: FastifyRequest<{ Querystring: { to?: string } }>, reply: FastifyReply) => {
      const here = placeOf(ctx.config.http, request.headers.host)?.kind === 'start';
      return here ? answer(request, reply) : reply.callNotFound();
    };
  const recipient = (to: unknown) =>
    typeof to === 'string' && to.trim() !== '' ? to.trim().slice(0, 254) : null;
  server.get(
    '/outbox',
    only(async (request, reply) => html(reply, await outboxPage(ctx, recipient(request.query.to)))),
  );
  server.get(
    '/outbox.json',
    only(async (request, reply) => {
      const messages = await ctx.notifications.outbox(recipient(request.query.to), MAX_MESSAGES);
      return reply.header('cache-control', 'no-store').send(messages);
    }),
  );
  // The apps answer '/' on their own hosts, so the start page is a hook and not a route.
  server.addHook('onRequest', async (request, reply) => {
    if (request.url !== '/' || request.method !== 'GET') return;
    if (placeOf(ctx.config.http, request.headers.host)?.kind === 'start')
      await html(reply, startPage(ctx));
  });
}
