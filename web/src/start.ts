import { isInactive } from '#platform/session/activity.ts';
import { leaveFor, noteFailedStart } from '#platform/session/provider.ts';
import { decideStart, keepWanted } from '#platform/session/session-start.ts';
import { readSession, readStored, STORED } from '#platform/session/session-store.ts';

/**
 * The first thing on every page, and all that a page needs which only leads to the provider: the app
 * is loaded when somebody stays.
 */
async function start(): Promise<void> {
  const { pathname: path, search } = location;
  const held = readSession() !== null;
  const token = readStored(STORED.token) !== null;
  const step = decideStart({ path, search, held, inactive: isInactive(), token });
  if (step === 'sign-out') {
    keepWanted(path + search);
    const { signOut } = await import('#platform/session/session.ts');
    return signOut('home', 'keep');
  }
  try {
    if (step === 'check') return await leaveFor({ kind: 'check', returnTo: path + search });
    if (step === 'sign-in') return await leaveFor({ kind: 'sign-in', returnTo: '/' });
  } catch {
    // The provider can not be reached: the sign-in page says so, others go on without knowing.
    if (step === 'sign-in') noteFailedStart();
  }
  const { showPage } = await import('./main.tsx');
  await showPage();
}

void start();
