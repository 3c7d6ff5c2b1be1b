import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { takeChangeBack } from '#features/profile/profile-calls.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';

interface TakeBackProps {
  merchantId: string;
  changeId: string;
  onDone: () => void;
}

/** Takes a change back that is not settled yet. */
export function ProfileTakeBack({ merchantId, changeId, onDone }: TakeBackProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);
  return (
    <>
      <Button ref={button} variant="default" onClick={() => setOpen(true)}>
        Take back
      </Button>
      {open && (
        <ActionDialog
          heading="Take this change back?"
          action="Take back"
          draft="take back"
          send={() => takeChangeBack(merchantId, changeId)}
          onDone={onDone}
          onClose={() => setOpen(false)}
        >
          <p>Everything stays as it is registered. You can send another change at any time.</p>
        </ActionDialog>
      )}
    </>
  );
}
