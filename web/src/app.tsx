import { createRouter, RouterProvider } from '@tanstack/react-router';
import type { Root } from 'react-dom/client';
import { setNavigation } from '#platform/router/navigation.ts';
import { FailedScreen } from '#ui/feedback/failed-screen.tsx';
import { Surroundings } from './public-pages.tsx';
import { routeTree } from './routeTree.gen.ts';

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: FailedScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Shows the page that the address bar names, and from then on every other. */
export async function showApp(root: Root): Promise<void> {
  setNavigation((to) => router.navigate({ href: to, replace: true }));
  await router.load();
  root.render(
    <Surroundings>
      <RouterProvider router={router} />
    </Surroundings>,
  );
}
