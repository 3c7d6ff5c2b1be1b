import { Button } from '@mantine/core';
import { type ErrorComponentProps, Navigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallFailed } from '#platform/call-failed.ts';
import classes from './guest.module.css';
import { GuestCard } from './guest-card.tsx';

/** Instead of a screen whose loading failed: 404 leads to auth/404, anything else can be retried. */
export function FailedScreen({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  if (error instanceof CallFailed && error.status === 404)
    return <Navigate to="/auth/404" replace />;
  const words = error instanceof CallFailed ? error.words() : 'Something went wrong on this page.';
  return (
    <GuestCard heading="Sorry, this page could not be loaded" centred>
      <p role="alert">{words}</p>
      <Button className={classes['action']} onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </GuestCard>
  );
}
