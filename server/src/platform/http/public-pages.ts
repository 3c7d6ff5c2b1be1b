import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { plainText } from '@tegeka/contract/kit/text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#platform/app-context.ts';
import { formOf, type Html, html, takeForms } from './html.ts';
import { addressOf } from './limits.ts';
import { originOf } from './origins.ts';
import { loggedError, setRetryAfter } from './problems.ts';
import type { AppError } from './refusal.ts';

/** A request for a page. Pages work without JavaScript, so all input comes from forms. */
export interface PageRequest {
  params: Readonly<Record<string, string>>;
  /** The fields of a posted form; empty for a link. */
  form: Readonly<Record<string, string>>;
  /** The caller's network address in full; to count calls use `addressOf`. */
  address: string;
  userAgent: string | null;
  /** The value of a cookie that a page has set. */
  cookie(name: string): string | null;
  now: Date;
}

/** A cookie for this host only, HttpOnly and SameSite=Strict. The value null deletes it. */
export interface PageCookie {
  name: string;
  value: string | null;
  maxAgeSeconds: number;
}

type PageStatus = 200 | 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429;

/** A page, a picture shown on one, or a redirect after a form (post/redirect/get). */
export type PageAnswer = { cookie?: PageCookie } & (
  | { kind: 'page'; status: PageStatus; title: string; body: Html }
  | { kind: 'picture'; mediaType: string; size: number; stream: Readable }
  | { kind: 'redirect'; to: string }
);

/** A page for payers, served on the host of the CONSUMER domain without an account. */
export interface PublicPage {
  method: 'GET' | 'POST';
  path: `/${string}`;
  answer(request: PageRequest): Promise<PageAnswer>;
}

/** Calls from one address to all pages. Most phones of a mobile operator share a few addresses. */
const PER_MINUTE = { points: 2000, seconds: 60 };

// One column, large letters, no picture but a small logo: it must be readable on 320 px in sunlight.
const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#0f172a;--quiet:#475569;--line:#8492a6;--edge:#e2e8f0;--bad:#b42318;--badback:#fff1f0;--good:#ebfbf2;--accent:#6741d9}
@media (prefers-color-scheme:dark){:root{--back:#0f1623;--text:#e8eef6;--quiet:#b6c2d2;--line:#8c9bb2;--edge:#36435a;--bad:#ffb4ab;--badback:#3b1219;--good:#0f2e22;--accent:#b197fc}button{color:#0f172a}}
*{box-sizing:border-box}
body{margin:0;padding:0 16px 48px;background:var(--back);color:var(--text);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:560px;margin:0 auto}main:first-child{padding-top:24px}
header{padding:20px 0 12px;font-weight:700;font-size:20px;border-bottom:1px solid var(--edge);margin-bottom:20px}
header img{display:block;object-fit:contain;margin-bottom:12px;background:#fff;border-radius:8px}
header small{display:block;font-weight:400;font-size:14px;color:var(--quiet)}
h1{font-size:24px;line-height:1.3;margin:0 0 16px}
h2{font-size:18px;margin:28px 0 8px}
ul{padding-left:20px;margin:0 0 16px}ul.plain{list-style:none;padding:0}ul.plain li{border-bottom:1px solid var(--edge);margin:0 0 12px}ul.plain b{display:block}li{margin:4px 0}
p{margin:0 0 16px}form+p{margin-top:16px}.quiet{color:var(--quiet);font-size:15px}
label{display:block;font-weight:600;margin:16px 0 4px}
.hint{font-weight:400;color:var(--quiet);font-size:15px;display:block}
input,select,textarea{width:100%;min-height:48px;padding:8px 12px;font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:8px}
label:has(>input){display:flex;gap:12px}
input[type=checkbox],input[type=radio]{flex:none;width:24px;height:24px;min-height:0;margin:0;accent-color:var(--accent)}
[aria-invalid=true]{border:2px solid var(--bad)}
.error{color:var(--bad);font-weight:600;font-size:15px;display:block}
.box{background:var(--badback);color:var(--bad);border-radius:8px;padding:12px;margin:0 0 16px;font-weight:600}
.done{background:var(--good);border-radius:8px;padding:16px;margin:0 0 16px}
button{width:100%;min-height:52px;margin-top:24px;border:0;border-radius:8px;background:var(--accent);color:#fff;font:inherit;font-weight:700;cursor:pointer}
@media (prefers-color-scheme:dark){button{color:#0f172a}}
button.stop{background:var(--bad)}button.second{background:transparent;color:var(--text);border:1px solid var(--line)}
a{color:var(--accent);display:inline-block;padding:12px 0}ul:not(.plain) a{padding:4px 0}a.next{margin-left:24px}a.stop{display:block;text-align:center;margin-top:24px;border:1px solid var(--bad);border-radius:8px;color:var(--bad);font-weight:700}dl{margin:0}dt{color:var(--quiet);font-size:15px}dd{margin:0 0 12px}
table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:8px 0;border-bottom:1px solid var(--edge);vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{margin-top:40px;padding-top:16px;border-top:1px solid var(--edge);font-size:14px;color:var(--quiet)}
`.replaceAll('\n', '');

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** Exactly the text whose hash is in the content security policy. */
const STYLE_ELEMENT: Html = { html: `<style>${STYLE}</style>` };

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; img-src 'self' data:; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  // The URL has the token of a link, which no other site may get. Not `no-referrer`: browsers would then
  // send `Origin: null` with forms of this host.
  'referrer-policy': 'same-origin',
};

/** A picture that only pages of this host may embed. Its URL has the token of a link. */
const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'",
  'cache-control': 'private, max-age=86400',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
};

function render(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title} - ${PRODUCT_NAME}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${body}
        <footer>
          ${PRODUCT_NAME} carries out direct debits for businesses in Uganda. Enter codes from your
          phone only here. Never tell them to anyone.
        </footer>
      </body>
    </html>`.html;
}

const notice = (title: string, text: string) =>
  html`<main>
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;

/** What a page says of an error, in words for payers. */
function errorText({ code, message }: AppError): string {
  if (code === 'UNEXPECTED')
    return 'Something went wrong on our side. Nothing was lost: please try again in a moment.';
  if (code === 'SERVER_OFF')
    return 'This page is not available at the moment. Please try again in a few minutes.';
  const isUnread = code.startsWith('BODY_');
  return isUnread ? 'What was sent could not be read. Please go back and try again.' : message;
}

const TOO_OFTEN: PageAnswer = {
  kind: 'page',
  status: 429,
  title: 'Too often',
  body: notice('That was too often', 'Please wait a minute and try again.'),
};

const FOREIGN: PageAnswer = {
  kind: 'page',
  status: 403,
  title: 'Not from here',
  body: notice('This was not sent from our page', 'Open the link in your message and try again.'),
};

/** True for a form that a page of another origin sends (CSRF). Pages can not forge these headers. */
function isForeign({ method, headers }: FastifyRequest, origin: string): boolean {
  if (method !== 'POST') return false;
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  return site !== 'same-origin' || (headers.origin ?? origin) !== origin;
}

/** What was sent, as plain text, without NUL and lone surrogates, which PostgreSQL can not store. */
const storable = (sent: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries(
    Array.from(sent, ([name, text]) => [name, plainText(text.replaceAll('\0', '').toWellFormed())]),
  );

/** With https the prefix `__Host-` binds the cookie to this host (RFC 6265bis, 4.1.3.2). */
const cookieNameOf = (https: boolean, name: string) => (https ? `__Host-${name}` : name);

function setCookie(reply: FastifyReply, https: boolean, cookie: PageCookie): void {
  const { name, value, maxAgeSeconds: maxAge } = cookie;
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: https } as const;
  if (value === null) void reply.clearCookie(cookieNameOf(https, name), options);
  else void reply.setCookie(cookieNameOf(https, name), value, { ...options, maxAge });
}

function send(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if (answer.kind === 'redirect') return reply.redirect(answer.to, 303);
  if (answer.kind === 'picture') {
    const { mediaType, size, stream } = answer;
    const own = { 'content-type': mediaType, 'content-length': size };
    return reply.headers({ ...PICTURE_HEADERS, ...own }).send(stream);
  }
  return reply.code(answer.status).headers(HEADERS).send(render(answer.title, answer.body));
}

/** Mounts the pages on the consumers' host, with their own headers, limits and errors. */
export async function mountPublicPages(
  server: FastifyInstance,
  ctx: AppContext,
  pages: readonly PublicPage[],
): Promise<void> {
  const origin = originOf(ctx.config.http, 'CONSUMER');
  const { host } = new URL(origin);
  const https = ctx.config.http.scheme === 'https';
  await server.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const refusal = loggedError(ctx.log, request, error);
      setRetryAfter(reply, refusal);
      return reply
        .code(refusal.status)
        .headers(HEADERS)
        .send(render('Please try again', notice('Please try again', errorText(refusal))));
    });
    const answer = async (page: PublicPage, request: FastifyRequest, reply: FastifyReply) => {
      const { allowed } = await ctx.limits.consume('public pages', addressOf(request), PER_MINUTE);
      if (!allowed) return send(reply, TOO_OFTEN);
      if (isForeign(request, origin)) return send(reply, FOREIGN);
      const call: PageRequest = {
        params: storable(Object.entries(request.params as Record<string, string>)),
        form: storable(formOf(request)),
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
        cookie: (name) => request.cookies[cookieNameOf(https, name)] ?? null,
        now: ctx.clock.now(),
      };
      const answered = await page.answer(call);
      if (answered.cookie) setCookie(reply, https, answered.cookie);
      return send(reply, answered);
    };
    for (const page of pages) {
      scope.route({
        method: page.method,
        url: page.path,
        constraints: { host },
        handler: (request, reply) => answer(page, request, reply),
      });
    }
  });
}
