import { Button } from '@mantine/core';
import { GuestCard, useConfigured } from '#ui/shell/guest-card.tsx';
import { LockIcon } from '#ui/shell/guest-icons.tsx';
import classes from '#ui/shell/guest.module.css';

/** The page after a sign-out, and for visitors without a session. */
export default function LogoutPage() {
  const home = useConfigured((config) => config.homeUrl) || '/';
  return (
    <GuestCard heading="Logged out" centred icon={<LockIcon />}>
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
