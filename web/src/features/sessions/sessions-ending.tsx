import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { alert } from '#platform/device/alert.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx';
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
export function SessionsEnding({
  label,
  of,
  heading,
  children,
  work,
  onDone,
}: SessionsEndingProps) {
  const [open, setOpen] = useState(false);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);

  const confirm = async () => {
    setWorking(true);
    setFailure(null);
    try {
      const message = await work();
      setOpen(false);
      alert({ kind: 'success', message });
      onDone();
    } catch (error) {
      setFailure(error instanceof CallFailed ? error.words() : 'It could not be signed out.');
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        aria-label={of && `${label}: ${of}`}
        onClick={() => {
          setFailure(null);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {open && (
        <ConfirmDialog
          heading={heading}
          action="Sign out"
          danger
          working={working}
          failure={failure}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
