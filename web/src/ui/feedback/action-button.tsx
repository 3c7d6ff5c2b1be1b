import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useRestoreFocusOnUnmount } from '#ui/shell/modal.tsx';

type ActionButtonProps<T> = Omit<Parameters<typeof ActionDialog<T>>[0], 'onClose'> & {
  label: string;
  /** Addition to the label for screen readers, if the label alone is ambiguous. */
  of?: string;
};

/** A button that opens a dialog before its action. When it is removed, it moves the focus on. */
export function ActionButton<T>({ label, of, ...dialog }: ActionButtonProps<T>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocusOnUnmount(button);
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
      {open && <ActionDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
