import { Anchor, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { useSyncExternalStore } from 'react';
import { config } from '#platform/config/config.ts';
import { providerPath } from '#platform/session/provider.ts';
import { logoutNote } from '#platform/session/session-start.ts';
import { GuestCard, useConfigured } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';
import layout from '#ui/shell/layout.module.css';

/** A page with a status code, a heading and a link to the start page. */
function NoticePage({ code, heading }: { code: string; heading: string }) {
  return (
    <GuestCard heading={heading} centred icon={<span className={classes['code']}>{code}</span>}>
      <Anchor href="/" className={classes['action']}>
        Go to the start page
      </Anchor>
    </GuestCard>
  );
}

/** The 403 page: the person lacks the permission. */
export const RefusedPage = () => <NoticePage code="403" heading="Sorry, unauthorized access" />;

export const UnknownPage = () => <NoticePage code="404" heading="Sorry, page not found" />;

/** The app in a sentence, for a domain with an app. */
const APP_NAMES: Partial<Record<Domain, string>> = {
  OPERATOR: 'Tegeka Operations',
  BANK: 'the bank app',
  MERCHANT: 'the business app',
};

/**
 * Where another account can sign in. Our own provider has ended the app's session; another provider has one
 * session for all apps, which has to end first.
 */
function anotherAccount(): string {
  const { clientId, homeUrl, ownProvider } = config();
  if (ownProvider) return '/auth/login';
  const query = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: `${homeUrl}/`,
  });
  return `${providerPath('logout')}?${query}`;
}

/** For whom signed in to another app and opened this one. */
function NotAdmitted({ email }: { email: string }) {
  const { domain, ownProvider } = config();
  return (
    <>
      <p className={`${layout.text} ${classes['hint']}`}>
        You are signed in as {email}. This account cannot open {APP_NAMES[domain] ?? 'this app'}.
      </p>
      {!ownProvider && (
        <p className={layout.text}>
          To use another account, your sign-in service first asks you to sign out. That signs{' '}
          {email} out of all apps in this browser.
        </p>
      )}
      <Button
        component="a"
        href={anotherAccount()}
        variant="default"
        size="md"
        className={classes['action']}
      >
        Use another account
      </Button>
    </>
  );
}

/** The text of the specification, and what is true for people who have not logged out. */
export function LogoutPage() {
  const home = useConfigured((given) => given.homeUrl) || '/';
  const note = useSyncExternalStore(logoutNote.subscribe, logoutNote.current, () => null);
  return (
    <GuestCard heading="Logged out" centred icon={<IconLock size={40} aria-hidden />}>
      <p className={classes['lead']}>You have been logged out. Please login to continue.</p>
      <Button
        component="a"
        href={home}
        target="_blank"
        rel="noopener"
        size="md"
        className={classes['action']}
      >
        Login
      </Button>
      {note?.kind === 'not-admitted' && <NotAdmitted email={note.email} />}
      {note?.kind === 'not-signed-in' && (
        <p className={`${layout.when} ${classes['hint']}`}>
          You have not signed in here yet, or your session has ended.
        </p>
      )}
    </GuestCard>
  );
}
