import { DASHBOARD_DOMAINS, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { DAY_MS, showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { readClock } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Html, html } from '#platform/http/html.ts';
import { originOf, placeOf } from '#platform/http/origins.ts';
import { clockSection, mountDemoActions, replyBox, replyResult } from './demo-actions.ts';
import { DEMO_PASSWORD } from './demo-guide.ts';
import { mountDemoSignIn, signInLinks } from './demo-links.ts';

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
.accounts{list-style:none;margin:0;padding:0}
.accounts li{display:grid;grid-template-columns:26rem 1fr;gap:.25rem .75rem;align-items:center;padding:.5rem 0;border-top:1px solid var(--line)}
@media (max-width:44rem){.accounts li{grid-template-columns:1fr}}
article header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}
article header span,.empty{color:var(--soft)}
.told{border-left:4px solid var(--accent);padding:.5rem .75rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.5rem 0 0}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:8px;padding:.5rem .75rem;min-width:0}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}`;

const STYLE_ELEMENT: Html = { html: `<style>${STYLE}</style>` };

/** A page of the demo: plain HTML without scripts. */
function demoPage(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} - ${PRODUCT_NAME}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html;
}

/** `playing` is true while the history of the demo is played. The pages can be used meanwhile. */
export const demoProgress = { playing: false };

/** The business clock, and how far it is behind the wall clock. */
export function readHistory(ctx: AppContext) {
  return ctx.db.asPlatform('the history of the demo', async (tx) => {
    const wall = ctx.clock.now();
    const { now, movingTo } = await readClock(tx, wall);
    // After the history the difference is some milliseconds at most.
    return { now, movingTo, behindMs: Math.max(0, wall.getTime() - now.getTime()) };
  });
}

const MAX_MESSAGES = 100;

const linkTo = (to: string, text: string, quiet = true) =>
  html`<a class="button${quiet ? ' quiet' : ''}" href="${to}">${text}</a> `;

/** How to sign in with the demo's own accounts. */
function ownAccounts(config: Config): Html {
  const { http } = config;
  const merchant = originOf(http, 'MERCHANT');
  return html`<section>
      <h2>1. Collect from a customer</h2>
      <p>
        Sign in as Amina, open Mandates and make one for a customer. The customer's SMS arrives in
        the outbox: open its link and agree as the payer, with an account at Stanbic Bank. Then
        confirm as Ruth, the officer of Stanbic Bank, in Approvals, Inbox.
      </p>
      <p class="actions">
        ${linkTo(merchant, "Open Amina's app", false)} ${linkTo('/outbox', 'Open the outbox')}
        ${linkTo(originOf(http, 'BANK'), "Open the bank's app")}
      </p>
    </section>
    <section>
      <h2>2. Be a new business</h2>
      <p>
        Create an account; the codes that it asks for arrive in the outbox. Then sign in as an
        operator and approve it in Approvals, Inbox.
      </p>
      <p class="actions">
        ${linkTo(`${merchant}/register/user`, 'Create an account', false)}
        ${linkTo(originOf(http, 'OPERATOR'), "Open the operator's app")}
      </p>
    </section>
    <section>
      <h2>3. Look around</h2>
      <p>
        Everybody's password is <code>${DEMO_PASSWORD}</code>. Sign out of one account before you
        use another one of the same app.
      </p>
      ${signInLinks(config)}
    </section>`;
}

/** How to sign in where an external provider has the accounts. */
function outsideAccounts({ http, identity }: Config): Html {
  const apps = DASHBOARD_DOMAINS.map((domain) =>
    linkTo(originOf(http, domain), domain.toLowerCase()),
  );
  return html`<section>
    <h2>Sign in</h2>
    <p>
      Accounts and passwords are kept by <code>${identity.issuer}</code>. The people of the demo
      have none there.
    </p>
    <p class="actions">${apps} ${linkTo('/outbox', 'Open the outbox')}</p>
  </section>`;
}

async function startPage(ctx: AppContext): Promise<string> {
  const { config } = ctx;
  const clock = await clockSection(ctx);
  const { now, behindMs } = await readHistory(ctx);
  const days = Math.ceil(behindMs / DAY_MS);
  const progress = demoProgress.playing
    ? html`<p class="told" role="status">
        The last three months of the demo are being played: it is ${showDay(now.toISOString())}
        there, ${String(days)} days to go. Everything can be used meanwhile.
        <a href="/">Look again</a>
      </p>`
    : null;
  const body = html`<h1>Welcome to ${PRODUCT_NAME}</h1>
    <p>
      Direct debit for businesses in Uganda. This is the demo: its people, businesses and messages
      are made up, and nothing leaves this computer.
    </p>
    ${progress} ${config.identity.embedded ? ownAccounts(config) : outsideAccounts(config)} ${clock}`;
  return demoPage('Start here', body);
}

/** A text with its links as links. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<]+)/)
    .map((part, n) => (n % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

interface OutboxQuery {
  to?: string;
  answered?: string;
}

const recipient = (to: unknown) =>
  typeof to === 'string' && to.trim() !== '' ? to.trim().slice(0, 254) : null;

async function outboxPage(ctx: AppContext, { to, answered }: OutboxQuery): Promise<string> {
  const messages = await ctx.notifications.outbox(recipient(to), MAX_MESSAGES);
  const articles = messages.map(
    (message) =>
      html`<article>
        <header>
          <strong>${message.subject ?? 'SMS'}</strong>
          <span
            >${message.channel} to ${message.to},
            <time datetime="${message.sentAt}">${showMoment(message.sentAt)}</time></span
          >
        </header>
        <pre>${withLinks(message.text)}</pre>
        ${replyBox(message)}
      </article>`,
  );
  const none = html`<p class="empty">
    No messages yet. Create an account and its codes appear here.
  </p>`;
  return demoPage(
    'Outbox',
    html`<p><a href="/">Start page</a></p>
      <h1>Outbox</h1>
      <p>Mails and SMS that would have been sent, newest first.</p>
      ${replyResult(answered)}
      <form method="get">
        <label for="to">To</label>
        <input id="to" name="to" value="${recipient(to) ?? ''}" placeholder="Email or +256…" />
        <button class="button quiet">Filter</button> ${linkTo('/outbox', 'Reload')}
      </form>
      ${articles.length > 0 ? articles : none}`,
  );
}

/** The demo's start page and outbox, on the base host only. */
export function mountDemoPages(server: FastifyInstance, ctx: AppContext): void {
  const show = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
  const only =
    (answer: (query: OutboxQuery, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest<{ Querystring: OutboxQuery }>, reply: FastifyReply) => {
      const here = placeOf(ctx.config.http, request.headers.host)?.kind === 'start';
      return here ? answer(request.query, reply) : reply.callNotFound();
    };
  server.get(
    '/outbox',
    only(async (query, reply) => show(reply, await outboxPage(ctx, query))),
  );
  server.get(
    '/outbox.json',
    only(async ({ to }, reply) => {
      const messages = await ctx.notifications.outbox(recipient(to), MAX_MESSAGES);
      return reply.header('cache-control', 'no-store').send(messages);
    }),
  );
  // The apps answer '/' on their own hosts, so the start page is a hook and not a route.
  server.addHook('onRequest', async (request, reply) => {
    if (request.url !== '/' || request.method !== 'GET') return;
    if (placeOf(ctx.config.http, request.headers.host)?.kind === 'start')
      await show(reply, await startPage(ctx));
  });
  mountDemoActions(server, ctx);
  if (ctx.config.identity.embedded) mountDemoSignIn(server, ctx.config);
}
