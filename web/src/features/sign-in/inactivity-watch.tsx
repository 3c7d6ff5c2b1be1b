import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { watchActivity } from '#platform/activity.ts';
import { signOut } from '#platform/session.ts';
import classes from './inactivity-watch.module.css';

/** Logs a person out who has been away for 30 minutes, to the domain's home address. */
export default function InactivityWatch() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(
    () =>
      watchActivity((standing) => {
        setSecondsLeft(standing.kind === 'warning' ? standing.secondsLeft : null);
        if (standing.kind === 'over') void signOut('home');
      }),
    [],
  );
  return secondsLeft === null ? null : <InactivityWarning secondsLeft={secondsLeft} />;
}

/** Any move, key or scroll keeps the session, and the button is one of them. */
function InactivityWarning({ secondsLeft }: { secondsLeft: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={classes['dialog']} aria-labelledby="inactivity-heading">
      <h2 id="inactivity-heading" className={classes['heading']}>
        Are you still there?
      </h2>
      <p role="alert">You have been away for a while and will be logged out soon.</p>
      <p className={classes['left']} aria-hidden="true">
        {secondsLeft} s
      </p>
      <Button
        onClick={() => {
          // A click by touch or by a screen reader may come without a move of the mouse.
          dispatchEvent(new Event('keydown'));
        }}
      >
        Stay signed in
      </Button>
    </dialog>
  );
}
