import { leaveFor, takeFailedStart } from '#platform/session/provider.ts';
import { readStored, STORED } from '#platform/session/session-store.ts';
import { isAnswer, pathWithoutSession, wantedPath } from '#platform/session/session-start.ts';
import { accessToken, storeTokens, session } from '#platform/session/session.ts';
import { resolveProfile, type SignInEnd } from './sign-in-profile.ts';

/** The text for an error of the provider (specification, section 8). */
function errorText(error: string): string {
  return error === 'invalid_grant'
    ? 'Sorry, You are not authorised to login. Please contact the administrator.'
    : 'Sorry, our server encountered an error. Please try again.';
}

const failed = (error: string): SignInEnd => ({ kind: 'failed', message: errorText(error) });

async function readProviderAnswer(): Promise<SignInEnd> {
  const address = location.href;
  // Removes code and error from the history. A reload starts a new sign-in.
  history.replaceState(history.state, '', '/auth/login');
  const { readAnswer } = await import('#platform/session/provider-tokens.ts');
  const answer = await readAnswer(address);
  if (answer.kind === 'no-session') return { kind: 'go', to: pathWithoutSession(answer.returnTo) };
  if (answer.kind === 'failed') return failed(answer.error);
  storeTokens(answer.tokens);
  return resolve(answer.returnTo);
}

async function resolve(returnTo: string): Promise<SignInEnd> {
  const end = await resolveProfile();
  if (end.kind !== 'go') return end;
  const wanted = end.to === '/dashboard/mandates' ? wantedPath(returnTo) : null;
  return { kind: 'go', to: wanted ?? end.to };
}

async function leave(): Promise<SignInEnd> {
  try {
    // The page's inline start has just tried it and failed.
    if (takeFailedStart()) return failed('unreachable');
    await leaveFor({ kind: 'sign-in', returnTo: '/' });
    return { kind: 'leaving' };
  } catch {
    return failed('unreachable');
  }
}

async function begin(): Promise<SignInEnd> {
  if (isAnswer(location.search)) return readProviderAnswer();
  const token = readStored(STORED.token) === null ? null : await accessToken();
  if (session.current() !== null || token !== null) return resolve('/');
  return leave();
}

let running: Promise<SignInEnd> | null = null;

/** Starts or continues a sign-in. Concurrent calls share one run: a code can be exchanged once. */
export async function enter(): Promise<SignInEnd> {
  running ??= begin();
  try {
    return await running;
  } finally {
    running = null;
  }
}
