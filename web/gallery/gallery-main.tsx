import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { isGroup, MENUS } from '@tegeka/contract/kit/menus.ts';
import { createRoot } from 'react-dom/client';
import '../src/main.tsx';
import { Surroundings } from '../src/public-pages.tsx';
import { answerInGallery } from './gallery-answers.ts';
import { GalleryPage } from './gallery-page.tsx';

// No component of the gallery reaches a server.
window.fetch = answerInGallery;

const root = createRootRoute({ component: GalleryPage });
// The menu shows only entries that the router has a screen for.
const screens = MENUS.MERCHANT.flatMap((entry) => (isGroup(entry) ? entry.children : [entry])).map(
  ({ to }) => createRoute({ getParentRoute: () => root, path: to }),
);
const router = createRouter({
  routeTree: root.addChildren(screens),
  history: createMemoryHistory(),
});

const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <Surroundings>
      <RouterProvider router={router} />
    </Surroundings>,
  );
