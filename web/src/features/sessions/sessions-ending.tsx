import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { alert } from '#platform/device/alert.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';

interface SessionsEndingProps {
  /** Label of the button. */
  label: string;
  /** Addition to the label for screen readers, if the label alone is ambiguous. */
  of?: string;
  heading: string;
  children: ReactNode;
  /** Ends the sessions, and returns the confirmation text. */
  work: () => Promise<string>;
  onDone: () => void;
}

/** A button that ends sessions after a confirmation. */
export function SessionsEnding(props: SessionsEndingProps) {
  const { label, of, heading, children, work, onDone } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);
  const done = (message: string) => {
    alert({ kind: 'success', message });
    onDone();
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        aria-label={of && `${label}: ${of}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && (
        <ActionDialog
          heading={heading}
          action="Sign out"
          danger
          draft="sessions"
          send={work}
          onDone={done}
          onClose={() => setOpen(false)}
        >
          {children}
        </ActionDialog>
      )}
    </>
  );
}
