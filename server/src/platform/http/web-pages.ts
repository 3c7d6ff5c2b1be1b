import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { type Domain, DOMAINS } from '@tegeka/contract/kit/domains.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { identityOrigin, originOf } from './origins.ts';
import { refuse } from './refusal.ts';

const compress = promisify(brotliCompress);

/** The built web app: hashed files for all domains, and pages for each domain (see web/build). */
const WEB = path.resolve(import.meta.dirname, '../../../../web');
const DIST = path.join(WEB, 'dist');
const PLACEHOLDER = '<!--tegeka-config-->';
/** The build of auth/login for the return from the provider. */
const ANSWERED = '/auth/login-answered';

/**
 * Where pages come from: the build, or for `npm run dev` the source, whose scripts and styles Vite serves
 * in front of the server.
 */
export type PageSource = 'build' | 'source';

interface Page {
  plain: Buffer;
  brotli: Buffer;
  etag: string;
}

export interface WebPages {
  /** Answers a page of the domain's app. Paths without a prerendered page get the app shell. */
  answer(domain: Domain, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** URLs of the files that the landing page of a signed-in person needs, for prefetching. */
  landingFiles(domain: Domain): Promise<readonly string[]>;
}

/** The run-time configuration of a page. Public values only. */
function pageConfig(config: Config, domain: Domain) {
  const { http, identity, environment } = config;
  return {
    domain,
    environment,
    serverUrl: http.serverUrl,
    banksUrl: http.banksUrl,
    issuer: identity.issuer,
    clientId: identity.clientId,
    ownProvider: identity.embedded,
    providerTakesDomain: identity.takesDomain,
    baseUrl: `${http.scheme}://${http.baseHost}`,
    homeUrl: originOf(http, domain),
  };
}

/** JSON for a script element: '<' is escaped, so the text cannot end the element. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

async function preparePage(html: string, config: Config, domain: Domain): Promise<Page> {
  const json = inertJson(pageConfig(config, domain));
  const script = `<script type="application/json" id="tegeka-config">${json}</script>`;
  // A page without a session redirects to the provider next.
  const ahead = `<link rel="preconnect" href="${identityOrigin(config)}">`;
  const plain = Buffer.from(html.replace(PLACEHOLDER, () => script + ahead));
  const brotli = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, brotli, etag };
}

/** Paths with pages of the app, as its routes have them (web/src/routes). */
const PAGES = /^\/(auth|dashboard|register)(\/|$)|^\/reset-password\/?$/;

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): Promise<FastifyReply> {
  void reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  const isKnown = reply.statusCode === 200 && request.headers['if-none-match'] === page.etag;
  if (isKnown) return reply.status(304).send();
  void reply.type('text/html; charset=utf-8');
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (!takesBrotli) return reply.send(page.plain);
  return reply.header('content-encoding', 'br').send(page.brotli);
}

/** The app shell of each domain, not built. */
async function readSource(): Promise<ReadonlyMap<string, string>> {
  const html = await readFile(path.join(WEB, 'index.html'), 'utf8');
  return new Map(
    DOMAINS.map((domain) => [
      `${domain}/app`,
      html.replace('data-domain="MERCHANT"', `data-domain="${domain}"`),
    ]),
  );
}

async function readBuild(): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(DIST, 'pages');
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith('.html'),
  );
  const pages = files.map(async (file) => {
    const name = file.slice(0, -'.html'.length).split(path.sep).join('/');
    return [name, await readFile(path.join(folder, file), 'utf8')] as const;
  });
  return new Map(await Promise.all(pages));
}

async function openPages(config: Config, source: PageSource) {
  const built = await (source === 'build' ? readBuild() : readSource());
  // Compressed at the first request: compressing all would delay the start.
  const prepared = new Map<string, Promise<Page>>();
  return (domain: Domain, pathname: string): Promise<Page> => {
    const wanted = `${domain}/${pathname.replaceAll(/^\/+|\/+$/g, '')}`;
    const outside = `${wanted}-outside`;
    const own = !config.identity.embedded && built.has(outside) ? outside : wanted;
    const name = built.has(own) ? own : `${domain}/app`;
    const page = prepared.get(name) ?? preparePage(built.get(name) ?? '', config, domain);
    prepared.set(name, page);
    return page;
  };
}

export function isWebBuilt(): boolean {
  return existsSync(path.join(DIST, 'pages'));
}

async function mountFiles(server: FastifyInstance): Promise<void> {
  await server.register(fastifyStatic, {
    root: path.join(DIST, 'client'),
    preCompressed: true,
    wildcard: false,
    index: false,
    decorateReply: false,
    // Hashed files are never revalidated and the others are small, so neither header would save anything.
    etag: false,
    lastModified: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      const age = hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      reply.header('cache-control', age);
      // Its value is new in each response, so HTTP/2 can not compress it as it does the other headers.
      reply.removeHeader('x-request-id');
      // The sign-in page prefetches these files, from a host that may count as another site.
      reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
}

/** Serves the web app. Without a build, only the API works and pages answer SERVER_OFF. */
export async function openWebPages(
  server: FastifyInstance,
  config: Config,
  source: PageSource,
): Promise<WebPages> {
  if (source === 'build' && !isWebBuilt()) {
    return { answer: () => Promise.reject(refuse('SERVER_OFF')), landingFiles: async () => [] };
  }
  if (source === 'build') await mountFiles(server);
  const pageOf = await openPages(config, source);
  return {
    answer: async (domain, request, reply) => {
      const url = URL.parse(request.url, identityOrigin(config));
      // Such as `//`, which names no host.
      if (!url) throw refuse('NOT_FOUND');
      const { pathname, searchParams } = url;
      // The same redirect as in the app's routes, but without loading the app first.
      if (pathname === '/' || pathname === '/auth') return reply.redirect('/auth/login', 302);
      // Browsers ask for it by themselves where a page names no icon, such as one that is no HTML.
      if (pathname === '/favicon.ico') return reply.redirect('/favicon.svg', 301);
      if (!PAGES.test(pathname)) {
        if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw refuse('NOT_FOUND');
        // The app shows its page for unknown paths.
        void reply.status(404);
      }
      const answered = pathname === '/auth/login' && searchParams.has('state');
      return send(request, reply, await pageOf(domain, answered ? ANSWERED : pathname));
    },
    landingFiles: async (domain) => {
      // After a sign-in, auth/login redirects to the landing page.
      const addresses = [ANSWERED, '/dashboard/mandates'];
      const pages = await Promise.all(addresses.map((address) => pageOf(domain, address)));
      const html = pages.map((page) => page.plain.toString('utf8')).join('');
      const files = html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g);
      return [...new Set([...files].map(([, file]) => file ?? ''))];
    },
  };
}
