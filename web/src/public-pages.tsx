import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { config } from '#platform/config/config.ts';
import { schemeManager, themeOf } from '#platform/theme/theme.ts';
import { AlertsRegion } from '#ui/feedback/alerts.tsx';
import { GuestShell } from '#ui/shell/guest-shell.tsx';

const notices = () => import('#features/sign-in/notice-pages.tsx');

/**
 * The pages that are rendered at build time. Each works without the router, which a phone need not
 * fetch before somebody can type their email; their routes show the same components.
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
 * What stands around every page: theme and notifications. `MantineProvider` without the code that
 * writes style sheets: variables and classes are in ours, so that pages are right before JavaScript.
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

/** A public page as it is rendered at build time and taken over in the browser. */
export function PublicPage({ page: Page }: { page: ComponentType }) {
  return (
    <Surroundings>
      <GuestShell>
        <Page />
      </GuestShell>
    </Surroundings>
  );
}
