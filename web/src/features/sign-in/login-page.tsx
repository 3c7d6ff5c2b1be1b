import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { goTo } from '#platform/device/page.ts';
import { GuestCard, WaitNotice } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';
import layout from '#ui/shell/layout.module.css';
import { enter } from './sign-in-flow.ts';

/** A waiting page while sign-in and profile lookup run. Then redirects. */
export default function LoginPage() {
  const [error, setError] = useState<string | null>(null);
  const waiting = error === null;
  useEffect(() => {
    if (!waiting) return;
    const run = async () => {
      const end = await enter();
      if (end.kind === 'failed') setError(end.message);
      if (end.kind === 'go') await goTo(end.to);
    };
    void run();
  }, [waiting]);
  if (waiting) return <WaitNotice heading="Login" />;
  return (
    <GuestCard heading="Login" centred entered>
      <p role="alert" className={layout.said} data-state="ERROR">
        <IconAlertCircle size={16} aria-hidden />
        <span>{error}</span>
      </p>
      <Button className={classes['action']} onClick={() => setError(null)}>
        Try again
      </Button>
    </GuestCard>
  );
}
