import { Button } from '@mantine/core';
import {
  createRouter,
  type ErrorComponentProps,
  Navigate,
  RouterProvider,
  useRouter,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { CallFailed, loadingMessage } from '#platform/call/call-failed.ts';
import { setNavigation } from '#platform/device/page.ts';
import { isLeaving } from '#platform/session/session.ts';
import { outdateFlashMessage } from '#ui/feedback/flash-message.tsx';
import classes from '#ui/shell/guest.module.css';
import { GuestCard, WaitNotice } from '#ui/shell/guest-card.tsx';
import { Surroundings } from './public-pages.tsx';
import { routeTree } from './routeTree.gen.ts';

/** Instead of a screen whose loading failed: 404 leads to auth/404, anything else can be retried. */
function FailedScreen({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  if (error instanceof CallFailed && error.status === 404)
    return <Navigate to="/auth/404" replace />;
  // A logout is in progress and leads away: an error would be visible for a moment only.
  if (isLeaving()) return <WaitNotice />;
  return (
    <GuestCard heading="Sorry, this page could not be loaded" centred>
      <p role="alert">{loadingMessage(error)}</p>
      <Button className={classes['action']} onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </GuestCard>
  );
}

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // Milliseconds after which a loading screen shows its skeleton.
  defaultPendingMs: 200,
  defaultErrorComponent: FailedScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Starts the router on the current address and renders the app. */
export async function showApp(root: Root): Promise<void> {
  setNavigation((to) => router.navigate({ href: to, replace: true }));
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) outdateFlashMessage();
  });
  await router.load();
  root.render(
    <Surroundings>
      <RouterProvider router={router} />
    </Surroundings>,
  );
}
