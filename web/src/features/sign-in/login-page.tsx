import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { goTo } from '#platform/navigation.ts';
import { GuestCard } from '#ui/guest-card.tsx';
import { WarningIcon } from '#ui/guest-icons.tsx';
import classes from '#ui/guest.module.css';
import { WaitNotice } from '#ui/wait-notice.tsx';
import { enter } from './sign-in-flow.ts';

/** Waits while sign-in and the lookup of the profile run, then goes where the person belongs. */
export default function LoginPage() {
  const [fault, setFault] = useState<string | null>(null);
  const waiting = fault === null;
  useEffect(() => {
    if (!waiting) return;
    const run = async () => {
      const end = await enter();
      if (end.kind === 'failed') setFault(end.message);
      if (end.kind === 'go') await goTo(end.to);
    };
    void run();
  }, [waiting]);
  if (waiting) return <WaitNotice heading="Login" />;
  return (
    <GuestCard heading="Login" centred entered>
      <p role="alert" className={classes['fault']}>
        <WarningIcon />
        <span>{fault}</span>
      </p>
      <Button className={classes['action']} onClick={() => setFault(null)}>
        Try again
      </Button>
    </GuestCard>
  );
}
