import { Anchor, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { GuestCard, useConfigured } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';

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

export function LogoutPage() {
  const home = useConfigured((config) => config.homeUrl) || '/';
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
    </GuestCard>
  );
}
