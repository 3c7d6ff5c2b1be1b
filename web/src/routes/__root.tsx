import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { shellOf, titleOf } from '#platform/router/route-data.ts';
import { useSession } from '#platform/session/session.ts';
import { GuestShell } from '#ui/shell/guest-shell.tsx';
import { WaitNotice } from '#ui/shell/guest-card.tsx';

const InactivityWatch = lazy(() => import('#features/sign-in/inactivity-watch.tsx'));
const SignedInShell = lazy(() => import('#features/dashboard/signed-in-shell.tsx'));

function Root() {
  const signedIn = useSession() !== null;
  const title = useRouterState({ select: (state) => titleOf(state.matches) });
  const shell = useRouterState({
    select: (state) => shellOf(signedIn, state.location),
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (shell === 'guest') {
    return (
      <GuestShell>
        <Outlet />
      </GuestShell>
    );
  }
  return (
    <>
      <Suspense fallback={<WaitNotice />}>
        <SignedInShell>
          <Outlet />
        </SignedInShell>
      </Suspense>
      <Suspense>
        <InactivityWatch />
      </Suspense>
    </>
  );
}

export const Route = createRootRoute({ component: Root });
