import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SignedInShell } from '#features/dashboard/signed-in-shell.tsx';
import { InactivityWatch } from '#features/sign-in/inactivity-watch.tsx';
import { config } from '#platform/config/config.ts';
import { shellOf, titleOf } from '#platform/router/route-data.ts';
import { useSession } from '#platform/session/session.ts';
import { GuestShell } from '#ui/shell/guest-shell.tsx';

function Root() {
  const signedIn = useSession() !== null;
  const title = useRouterState({ select: (state) => titleOf(state.matches, config().domain) });
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
      <SignedInShell>
        <Outlet />
      </SignedInShell>
      <InactivityWatch />
    </>
  );
}

export const Route = createRootRoute({ component: Root });
