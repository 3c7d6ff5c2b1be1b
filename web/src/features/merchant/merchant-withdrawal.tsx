import { Button } from '@mantine/core';
import { useState } from 'react';
import { withdraw } from './merchant-calls.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { ConfirmDialog } from '#ui/feedback/action-dialog.tsx';

/** Takes the registration back, to change something before the review. */
export function MerchantWithdrawal({ id, onDone }: { id: string; onDone: () => void }) {
  const [open, setOpen] = useState(false);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const confirm = async () => {
    setWorking(true);
    setFailure(null);
    try {
      await withdraw(id);
      onDone();
    } catch (error) {
      setFailure(error instanceof CallFailed ? error.words() : 'It could not be taken back.');
      setWorking(false);
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Take back and change
      </Button>
      {open && (
        <ConfirmDialog
          heading="Take your registration back?"
          action="Take back"
          working={working}
          failure={failure}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(false)}
        >
          <p>The review stops until you submit again. Everything you entered is kept.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
