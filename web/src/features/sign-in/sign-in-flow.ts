import { leaveFor, takeFailedStart } from '#platform/session/provider-leave.ts';
import { readStored, STORED } from '#platform/session/session-store.ts';
import { isAnswer, strangerPath, wantedPath } from '#platform/session/session-start.ts';
import { accessToken, keepTokens, session } from '#platform/session/session.ts';
import { resolveProfile } from './sign-in-profile.ts';

/** How a visit of auth/login ends. On `leaving` the browser is on its way to the provider. */
export type SignInEnd =
  | { kind: 'go'; to: string }
  | { kind: 'leaving' }
  | { kind: 'failed'; message: string };

/** What the provider's error means for the person (specification, section 8). */
function errorText(error: string): string {
  return error === 'invalid_grant'
    ? 'Sorry, You are not authorised to login. Please contact the administrator.'
    : 'Sorry, our server encountered an error. Please try again.';
}

const failed = (error: string): SignInEnd => ({ kind: 'failed', message: errorText(error) });

async function readProviderAnswer(): Promise<SignInEnd> {
  const address = location.href;
  // Neither a code nor an error stays in the history; a reload starts anew.
  history.replaceState(history.state, '', '/auth/login');
  const { readAnswer } = await import('#platform/session/provider-answer.ts');
  const answer = await readAnswer(address);
  if (answer.kind === 'stranger') return { kind: 'go', to: strangerPath(answer.returnTo) };
  if (answer.kind === 'failed') return failed(answer.error);
  keepTokens(answer.tokens);
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
    // The page itself has tried it just now.
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

/** Signs in, or goes on with a sign-in. Two at a time are one: a code is good for one exchange. */
export async function enter(): Promise<SignInEnd> {
  running ??= begin();
  try {
    return await running;
  } finally {
    running = null;
  }
}
