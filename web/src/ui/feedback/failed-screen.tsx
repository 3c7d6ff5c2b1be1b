import { Button } from '@mantine/core';
import { type ErrorComponentProps, Navigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallFailed, loadingWords } from '#platform/call/call-failed.ts';
import { isLeaving } from '#platform/session/session.ts';
import classes from '#ui/shell/guest.module.css';
import { GuestCard, WaitNotice } from '#ui/shell/guest-card.tsx';

/** Instead of a screen whose loading failed: 404 leads to auth/404, anything else can be retried. */
export function FailedScreen({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  if (error instanceof CallFailed && error.status === 404)
    return <Navigate to="/auth/404" replace />;
  // Somebody who is being logged out is on the way already; a fault shown now would only flash.
  if (isLeaving()) return <WaitNotice />;
  return (
    <GuestCard heading="Sorry, this page could not be loaded" centred>
      <p role="alert">{loadingWords(error)}</p>
      <Button className={classes['action']} onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </GuestCard>
  );
}
