import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { setNavigation, showKeptAlerts } from '#platform/device/page.ts';
import { session } from '#platform/session/session.ts';
import { PUBLIC_PAGES, PublicPage } from './public-pages.tsx';
// One style sheet for the shell and the public pages. It is inlined into the page, so that no request
// delays the first paint. The order of the Mantine files matters.
import 'virtual:theme.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Anchor.css';
import '#ui/shell/shell.css';
import '#ui/shell/guest.module.css';

/** Pages that signed-in people see in their own shell, which only the whole app can draw. */
const IN_ANY_SHELL = ['/auth/404', '/auth/403', '/reset-password'];

async function showApp(root: Root): Promise<void> {
  const app = await import('./app.tsx');
  await app.showApp(root);
}

/** Hydrates a page that was rendered at build time. */
async function takeOver(element: HTMLElement, path: string): Promise<void> {
  const load = PUBLIC_PAGES[path];
  if (!load) return showApp(createRoot(element));
  const { default: page } = await load();
  const root = hydrateRoot(element, <PublicPage page={page} />);
  setNavigation(async (to) => {
    history.replaceState(null, '', to);
    await showApp(root);
  });
}

/** Renders the requested page: hydrates a prerendered one, or starts the app. */
export async function showPage(): Promise<void> {
  const element = document.getElementById('root');
  if (!element) return;
  session.watch();
  showKeptAlerts();
  const path = element.dataset['page'];
  const rendered = path !== undefined && path === location.pathname;
  const own = session.current() !== null && IN_ANY_SHELL.includes(location.pathname);
  if (rendered && !own) await takeOver(element, path);
  else await showApp(createRoot(element));
}
