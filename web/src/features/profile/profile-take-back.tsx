import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { takeChangeBack } from '#features/profile/profile-calls.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';

interface TakeBackProps {
  merchantId: string;
  changeId: string;
  onDone: () => void;
}

/** Takes a change back that is not settled yet. */
export function ProfileTakeBack({ merchantId, changeId, onDone }: TakeBackProps) {
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, run] = useBusy();
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);
  const confirm = () =>
    run(async () => {
      setFailure(null);
      try {
        await takeChangeBack(merchantId, changeId);
        setOpen(false);
        onDone();
      } catch (error) {
        setFailure(error instanceof CallFailed ? error.words() : 'It could not be taken back.');
      }
    });
  return (
    <>
      <Button ref={button} variant="default" onClick={() => setOpen(true)}>
        Take back
      </Button>
      {open && (
        <ConfirmDialog
          heading="Take this change back?"
          action="Take back"
          working={working}
          failure={failure}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(false)}
        >
          <p>Everything stays as it is registered. You can send another change at any time.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
