import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { config } from '#platform/config/config.ts';
import { schemeManager, themeOf } from '#platform/theme/theme.ts';
import { AlertsRegion } from '#ui/feedback/alerts.tsx';
import { GuestShell } from '#ui/shell/guest-shell.tsx';

const notices = () => import('#features/sign-in/notice-pages.tsx');

/**
 * The pages that are rendered at build time. They work without the router, so that a phone need not
 * load it before an email can be typed. Their routes show the same components.
 */
export const PUBLIC_PAGES: Record<string, () => Promise<{ default: ComponentType }>> = {
  '/auth/login': () => import('#features/sign-in/login-page.tsx'),
  '/auth/logout': async () => ({ default: (await notices()).LogoutPage }),
  '/auth/404': async () => ({ default: (await notices()).UnknownPage }),
  '/auth/403': async () => ({ default: (await notices()).RefusedPage }),
  '/register/user': () => import('#features/sign-up/sign-up-page.tsx'),
  '/reset-password': () => import('#features/password-reset/password-reset-page.tsx'),
};

const getRootElement = () => document.documentElement;

/**
 * Theme and notifications around every page. Like `MantineProvider`, but without generated style
 * sheets: variables and classes are in our CSS, so that pages look right before JavaScript is loaded.
 */
export function Surroundings({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    manager: schemeManager,
    forceColorScheme: undefined,
    defaultColorScheme: 'auto',
    getRootElement,
  });
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: false,
      }}
    >
      <MantineThemeProvider theme={themeOf(config().domain)}>
        {children}
        <AlertsRegion />
      </MantineThemeProvider>
    </MantineContext>
  );
}

/** A public page, for the rendering at build time and for hydration. */
export function PublicPage({ page: Page }: { page: ComponentType }) {
  return (
    <Surroundings>
      <GuestShell>
        <Page />
      </GuestShell>
    </Surroundings>
  );
}
