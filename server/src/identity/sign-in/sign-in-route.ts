import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors, type Interaction } from 'oidc-provider';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import { domainOf } from '#platform/http/caller.ts';
import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';
import { originOf } from '#platform/http/origins.ts';
import { readForm } from './form-body.ts';
import { answerPage } from './page-answer.ts';
import { renderExpired } from './page-notices.ts';
import { domainOfRedirect } from '#identity/provider/provider-clients.ts';
import { endSessions } from '#identity/provider/provider-store.ts';
import { knownBrowser, rememberBrowser } from './sign-in-browser.ts';
import { renderSignIn, type SignInError } from './sign-in-page.ts';
import { signIn } from './sign-in-service.ts';

/** The dependencies of the sign-in page. */
export interface SignInParts {
  ctx: AppContext;
  /** Files that the domain's app needs after the sign-in. */
  landingFiles: (domain: Domain) => Promise<readonly string[]>;
}

const STATUS: Record<SignInError['kind'], number> = { refused: 403, delayed: 429, broken: 503 };
const FORM_PURPOSE = 'sign-in form';

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
  shown: { email: string; error: SignInError | null },
): Promise<string> {
  const { config, keys } = parts.ctx;
  const domain = domainOfRedirect(config, params['redirect_uri']) ?? 'MERCHANT';
  const action = `${new URL(config.identity.issuer).pathname}/sign-in/${uid}?app=${domain}`;
  const prefetch = shown.error ? [] : await filesAhead(parts, domain);
  const formToken = keys.mac(FORM_PURPOSE, uid);
  return renderSignIn(config, { domain, action, formToken, prefetch, ...shown });
}

/** Accepts only forms of our own page: checks the form token, Origin and Sec-Fetch-Site (CSRF). */
function isOwnForm(
  { config, keys }: AppContext,
  request: IncomingMessage,
  uid: string,
  token: string,
) {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  const own = origin === undefined || origin === new URL(config.identity.issuer).origin;
  return own && site === 'same-origin' && keys.macMatches(FORM_PURPOSE, uid, token);
}

/** If another person signs in with the same browser, the previous session ends first. */
async function leaveOldSession({ db }: AppContext, interaction: Interaction, accountId: string) {
  const old = interaction.session;
  if (!old?.uid || old.accountId === accountId) return;
  const { uid } = old;
  await db.asPlatform('another person signs in', (tx) => endSessions(tx, [uid]));
  interaction.session = undefined;
  await interaction.persist();
}

async function tryToSignIn(
  parts: SignInParts,
  provider: Provider,
  interaction: Interaction,
  { request, response, address }: Exchange,
): Promise<void> {
  const { ctx } = parts;
  const { config, clock } = ctx;
  const form = await readForm(request);
  const typed = (form.get('username') ?? '').slice(0, 300);
  const parsed = emailShape.safeParse(typed);
  const email = parsed.success ? parsed.data : '';
  const show = async (error: SignInError) => {
    const page = await signInPage(parts, interaction, { email: typed, error });
    answerPage(config, request, response, STATUS[error.kind], page);
  };
  if (!isOwnForm(ctx, request, interaction.uid, form.get('token') ?? '')) {
    await show({ kind: 'broken' });
    return;
  }
  const password = (form.get('password') ?? '').slice(0, 1024);
  const browserId = knownBrowser(ctx, request, email);
  const userAgent = request.headers['user-agent'] ?? '';
  const outcome = await signIn(ctx, { email, password, address, browserId, userAgent });
  if ('error' in outcome) {
    await show(outcome.error);
    return;
  }
  const { accountId } = outcome;
  await leaveOldSession(ctx, interaction, accountId);
  rememberBrowser(ctx, request, response, email);
  const ts = Math.floor(clock.now().getTime() / 1000);
  // A session cookie: it ends with the browser, which matters on shared machines.
  const login = { accountId, ts, remember: false, amr: ['pwd'] };
  await provider.interactionFinished(request, response, { login });
}

/** One request with its response and network address. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The caller's network address. */
  address: string;
}

/** Handles `/sign-in/<uid>`: shows the page, or processes its form. */
export async function answerSignIn(
  parts: SignInParts,
  provider: Provider,
  url: URL,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  const { config } = parts.ctx;
  try {
    const interaction = await provider.interactionDetails(request, response);
    if (url.pathname !== `/sign-in/${interaction.uid}`) throw new errors.SessionNotFound('another');
    if (request.method === 'POST') {
      await tryToSignIn(parts, provider, interaction, exchange);
      return;
    }
    const page = await signInPage(parts, interaction, { email: '', error: null });
    answerPage(config, request, response, 200, page);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    const page = renderExpired(config, domainOf(url.searchParams.get('app')));
    answerPage(config, request, response, 410, page);
  }
}
