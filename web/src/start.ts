import { isInactive } from '#platform/session/activity.ts';
import { leaveFor, noteFailedStart } from '#platform/session/provider.ts';
import { decideStart, keepWanted } from '#platform/session/session-start.ts';
import { readSession, readStored, STORED } from '#platform/session/session-store.ts';

/**
 * The entry point of every page. It is small, for pages that only redirect to the provider; the app is
 * loaded if the person stays.
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
    // The provider cannot be reached: the sign-in page shows that, other pages are shown without the
    // check.
    if (step === 'sign-in') noteFailedStart();
  }
  const { showPage } = await import('./main.tsx');
  await showPage();
}

void start();
