import { parseJson } from '@tegeka/contract/kit/json.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors, type Interaction } from 'oidc-provider';
import * as z from 'zod/mini';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import type { Config } from '#config.ts';
import { domainOfRedirect } from '#identity/provider/provider-clients.ts';
import { endProviderSession } from '#identity/provider/provider-store.ts';
import { formOf } from '#platform/http/html.ts';
import { addressOf } from '#platform/http/limits.ts';
import type { AppContext } from '#platform/app-context.ts';
import { domainOf } from '#platform/http/caller.ts';
import { originOf } from '#platform/http/origins.ts';
import { describeError } from '#platform/log.ts';
import { pageHeaders } from './page-shell.ts';
import { renderNotice, renderSignIn, type SignInError, type SignInView } from './sign-in-pages.ts';
import { signIn } from './sign-in-service.ts';

/** What the sign-in page fills in and sends by itself, and the cookie that ends this. */
export interface FilledSignIn {
  email: string;
  password: string;
  setCookie: string;
}

export interface SignInParts {
  ctx: AppContext;
  /** Only in the demo: what a visitor has chosen on its start page, by the Cookie header. */
  filled?: (cookies: string) => FilledSignIn | null;
  /** Files that the domain's app needs after the sign-in. */
  landingFiles: (domain: Domain) => Promise<readonly string[]>;
}

const STATUS: Record<SignInError['kind'], number> = { refused: 403, delayed: 429, broken: 503 };
const FORM_PURPOSE = 'sign-in form';

const KNOWN_COOKIE = 'tegeka_known';
const KNOWN_PURPOSE = 'known browser';
const KNOWN_SECONDS = 90 * 86_400;
/** Maximum of accounts per browser. With more, the latest ones are remembered. */
const MAX_ACCOUNTS = 8;
const knownShape = z.object({ id: z.string(), emails: z.array(z.string()) });

export function sendPage(config: Config, reply: FastifyReply, status: number, page: string) {
  return reply.status(status).headers(pageHeaders(config)).send(page);
}

/** Addresses of the app's files for prefetching. On an error the page is sent without them. */
async function filesAhead({ ctx, landingFiles }: SignInParts, domain: Domain) {
  // Browsers treat names under a host without a dot (localhost) as separate sites, and do not
  // share prefetched files between sites.
  if (!ctx.config.http.baseHost.includes('.')) return [];
  try {
    const home = originOf(ctx.config.http, domain);
    return (await landingFiles(domain)).map((file) => new URL(file, home).href);
  } catch (error) {
    ctx.log.warn(describeError(error), 'no files to fetch ahead');
    return [];
  }
}

/** The page of one interaction, empty or with an error. */
export async function signInPage(
  parts: SignInParts,
  { uid, params }: Pick<Interaction, 'uid' | 'params'>,
  shown: Pick<SignInView, 'email' | 'password' | 'error'> = { email: '', error: null },
): Promise<string> {
  const { config, keys } = parts.ctx;
  const domain = domainOfRedirect(config, params['redirect_uri']) ?? 'MERCHANT';
  const action = `${new URL(config.identity.issuer).pathname}/sign-in/${uid}?app=${domain}`;
  const prefetch = shown.error ? [] : await filesAhead(parts, domain);
  const formToken = keys.mac(FORM_PURPOSE, uid);
  return renderSignIn(config, { domain, action, formToken, prefetch, ...shown });
}

/** Accepts only forms of our own page: checks the form token, Origin and Sec-Fetch-Site (CSRF). */
function isOwnForm({ config, keys }: AppContext, request: FastifyRequest, uid: string) {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  const own = origin === undefined || origin === new URL(config.identity.issuer).origin;
  const token = formOf(request).get('token') ?? '';
  return own && site === 'same-origin' && keys.macMatches(FORM_PURPOSE, uid, token);
}

/** The browser's id and the keyed hashes of the emails that have signed in with it. */
function knownOf({ keys }: AppContext, request: FastifyRequest) {
  try {
    return parseJson(
      knownShape,
      keys.decrypt({ tenant: null, purpose: KNOWN_PURPOSE }, request.cookies[KNOWN_COOKIE] ?? ''),
    );
  } catch {
    // None, encrypted with another key, or tampered with: an unknown browser.
    return null;
  }
}

/** Remembers the browser with an encrypted cookie, sent to the sign-in page only. */
function rememberBrowser(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  mac: string,
) {
  const { config, keys, ids } = ctx;
  const known = knownOf(ctx, request) ?? { id: ids.secret(), emails: [] };
  const emails = [...new Set([mac, ...known.emails])].slice(0, MAX_ACCOUNTS);
  void reply.setCookie(
    KNOWN_COOKIE,
    keys.encrypt(
      { tenant: null, purpose: KNOWN_PURPOSE },
      JSON.stringify({ id: known.id, emails }),
    ),
    {
      path: `${new URL(config.identity.issuer).pathname}/sign-in`,
      maxAge: KNOWN_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure: config.http.scheme === 'https',
    },
  );
}

/** If another person signs in with the same browser, the previous session ends first. */
async function leaveOldSession({ db }: AppContext, interaction: Interaction, accountId: string) {
  const old = interaction.session;
  if (!old?.uid || old.accountId === accountId) return;
  const { uid } = old;
  await db.asPlatform('another person signs in', (tx) => endProviderSession(tx, uid));
  interaction.session = undefined;
  await interaction.persist();
}

async function tryToSignIn(
  parts: SignInParts,
  provider: Provider,
  interaction: Interaction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx } = parts;
  const form = formOf(request);
  const typed = (form.get('username') ?? '').slice(0, 300);
  const show = async (error: SignInError) => {
    const page = await signInPage(parts, interaction, { email: typed, error });
    return sendPage(ctx.config, reply, STATUS[error.kind], page);
  };
  if (!isOwnForm(ctx, request, interaction.uid)) return show({ kind: 'broken' });
  const email = emailShape.safeParse(typed).data ?? '';
  const macs = ctx.keys.macs(KNOWN_PURPOSE, email);
  const known = knownOf(ctx, request);
  const outcome = await signIn(ctx, {
    email,
    password: (form.get('password') ?? '').slice(0, 1024),
    address: addressOf(request),
    browserId: known?.emails.some((one) => macs.includes(one)) ? known.id : null,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  });
  if ('error' in outcome) return show(outcome.error);
  const { accountId } = outcome;
  await leaveOldSession(ctx, interaction, accountId);
  rememberBrowser(ctx, request, reply, macs[0]);
  const ts = Math.floor(ctx.clock.now().getTime() / 1000);
  // A session cookie: it ends with the browser, which matters on shared machines.
  const login = { accountId, ts, remember: false, amr: ['pwd'] };
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, { login }), 303);
}

/** Mounts `/sign-in/<uid>`: shows the page, or processes its form. */
export function mountSignIn(scope: FastifyInstance, parts: SignInParts, provider: Provider): void {
  const { config } = parts.ctx;
  scope.route<{ Params: { uid: string }; Querystring: { app?: unknown } }>({
    method: ['GET', 'POST'],
    url: '/sign-in/:uid',
    handler: async (request, reply) => {
      const interaction = await provider
        .interactionDetails(request.raw, reply.raw)
        .catch((error: unknown) => {
          if (error instanceof errors.SessionNotFound) return null;
          throw error;
        });
      if (interaction?.uid !== request.params.uid) {
        const page = renderNotice(config, 'expired', domainOf(request.query.app));
        return sendPage(config, reply, 410, page);
      }
      if (request.method === 'POST')
        return tryToSignIn(parts, provider, interaction, request, reply);
      return sendPage(config, reply, 200, await signInPage(parts, interaction));
    },
  });
}
