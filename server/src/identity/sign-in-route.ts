import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors, type Interaction } from 'oidc-provider';
import type { Domain } from '@tegeka/contract/domains.ts';
import { emailShape } from '@tegeka/contract/text.ts';
import { domainOf } from '#platform/caller.ts';
import type { Frame } from '#platform/frame.ts';
import { describeError } from '#platform/log.ts';
import { originOf } from '#platform/origins.ts';
import { readForm } from './form-body.ts';
import { answerPage } from './page-answer.ts';
import { renderExpired } from './page-notices.ts';
import { domainOfRedirect } from './provider-clients.ts';
import { endSessions } from './provider-store.ts';
import { knownBrowser, rememberBrowser } from './sign-in-browser.ts';
import { renderSignIn, type SignInFault } from './sign-in-page.ts';
import { signIn } from './sign-in-verbs.ts';

/** What the sign-in page needs beside the frame. */
export interface SignInParts {
  frame: Frame;
  /** Addresses of files that the domain's app needs after the sign-in. */
  landingFiles: (domain: Domain) => Promise<readonly string[]>;
}

const STATUS: Record<SignInFault['kind'], number> = { refused: 403, delayed: 429, broken: 503 };
const FORM_PURPOSE = 'sign-in form';

/** The app's files as the browser will ask for them; without them the page is as good. */
async function filesAhead({ frame, landingFiles }: SignInParts, domain: Domain) {
  // Below a name without a dot (localhost) each app is a site of its own to browsers, and what one
  // site fetches ahead is not given to another.
  if (!frame.config.http.baseHost.includes('.')) return [];
  try {
    const home = originOf(frame.config.http, domain);
    return (await landingFiles(domain)).map((file) => new URL(file, home).href);
  } catch (error) {
    frame.log.warn(describeError(error), 'no files to fetch ahead');
    return [];
  }
}

/** The page of one interaction, fresh or with what went wrong. */
export async function signInPage(
  parts: SignInParts,
  { uid, params }: Pick<Interaction, 'uid' | 'params'>,
  shown: { email: string; fault: SignInFault | null },
): Promise<string> {
  const { config, keys } = parts.frame;
  const domain = domainOfRedirect(config, params['redirect_uri']) ?? 'MERCHANT';
  const action = `${new URL(config.identity.issuer).pathname}/sign-in/${uid}?app=${domain}`;
  const prefetch = shown.fault ? [] : await filesAhead(parts, domain);
  const formToken = keys.mac(FORM_PURPOSE, uid);
  return renderSignIn(config, { domain, action, formToken, prefetch, ...shown });
}

/** Forms of our own page only: by its token, and by what the browser says of the sender. */
function isOwnForm({ config, keys }: Frame, request: IncomingMessage, uid: string, token: string) {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  const own = origin === undefined || origin === new URL(config.identity.issuer).origin;
  return own && site === 'same-origin' && keys.macMatches(FORM_PURPOSE, uid, token);
}

/** Another person signs in where one was signed in: the old session ends first. */
async function leaveOldSession({ db }: Frame, interaction: Interaction, accountId: string) {
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
  const { frame } = parts;
  const { config, clock } = frame;
  const form = await readForm(request);
  const typed = (form.get('username') ?? '').slice(0, 300);
  const parsed = emailShape.safeParse(typed);
  const email = parsed.success ? parsed.data : '';
  const show = async (fault: SignInFault) => {
    const page = await signInPage(parts, interaction, { email: typed, fault });
    answerPage(config, request, response, STATUS[fault.kind], page);
  };
  if (!isOwnForm(frame, request, interaction.uid, form.get('token') ?? '')) {
    await show({ kind: 'broken' });
    return;
  }
  const password = (form.get('password') ?? '').slice(0, 1024);
  const browserId = knownBrowser(frame, request, email);
  const userAgent = request.headers['user-agent'] ?? '';
  const outcome = await signIn(frame, { email, password, address, browserId, userAgent });
  if ('fault' in outcome) {
    await show(outcome.fault);
    return;
  }
  const { accountId } = outcome;
  await leaveOldSession(frame, interaction, accountId);
  rememberBrowser(frame, request, response, email);
  const ts = Math.floor(clock.now().getTime() / 1000);
  // Not remembered: the session's cookie ends with the browser, on shared machines too.
  const login = { accountId, ts, remember: false, amr: ['pwd'] };
  await provider.interactionFinished(request, response, { login });
}

/** One request with its answer and where it came from. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The caller's network address. */
  address: string;
}

/** Answers `/sign-in/<uid>`: shows the page, or takes its form. */
export async function answerSignIn(
  parts: SignInParts,
  provider: Provider,
  url: URL,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  const { config } = parts.frame;
  try {
    const interaction = await provider.interactionDetails(request, response);
    if (url.pathname !== `/sign-in/${interaction.uid}`) throw new errors.SessionNotFound('another');
    if (request.method === 'POST') {
      await tryToSignIn(parts, provider, interaction, exchange);
      return;
    }
    const page = await signInPage(parts, interaction, { email: '', fault: null });
    answerPage(config, request, response, 200, page);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    const page = renderExpired(config, domainOf(url.searchParams.get('app')));
    answerPage(config, request, response, 410, page);
  }
}
