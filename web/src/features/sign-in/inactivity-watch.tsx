import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { watchActivity } from '#platform/session/activity.ts';
import { signOut } from '#platform/session/session.ts';
import layout from '#ui/shell/layout.module.css';

/** Content of the warning: the seconds left, or that there was activity in time. */
type Warning = number | 'stays';

/** Signs a person out after 30 minutes of inactivity, to the domain's home page. */
export function InactivityWatch() {
  const [warning, setWarning] = useState<Warning | null>(null);
  useEffect(
    () =>
      watchActivity((state) => {
        if (state.kind === 'over') void signOut('home', 'keep');
        else if (state.kind === 'warning') setWarning(state.secondsLeft);
        else setWarning((shown) => (shown !== null && document.hasFocus() ? 'stays' : null));
      }),
    [],
  );
  return warning === null ? null : (
    <InactivityWarning warning={warning} onClose={() => setWarning(null)} />
  );
}

/**
 * Any mouse move, key press or scroll keeps the session. In the tab with the activity the warning
 * stays until it is answered. Otherwise it would disappear under a mouse that moves to its button,
 * and the click would hit what is behind it.
 */
function InactivityWarning({ warning, onClose }: { warning: Warning; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={layout.dialog}
      aria-labelledby="inactivity-heading"
      data-warns
      onClose={onClose}
    >
      <div>
        <h2 id="inactivity-heading">Are you still there?</h2>
        <p role="alert">
          {warning === 'stays'
            ? 'Welcome back. You stay signed in.'
            : 'You have been away for a while and will be logged out soon.'}
        </p>
        <p className={layout.figure} aria-hidden="true">
          {warning === 'stays' ? '\u00A0' : `${warning} s`}
        </p>
        <Button
          onClick={() => {
            // A click by touch or by a screen reader may come without a mouse move.
            dispatchEvent(new Event('keydown'));
            dialog.current?.close();
          }}
        >
          Stay signed in
        </Button>
      </div>
    </dialog>
  );
}
