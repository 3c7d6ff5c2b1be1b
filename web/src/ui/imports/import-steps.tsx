import { Button } from '@mantine/core';
import { useState } from 'react';
import { CONFLICTS, giveUp, importRows } from './import-calls.ts';
import { SaveRefused } from './import-refusals.tsx';
import type { PartProps } from './import-screens.ts';
import { secretNote } from './import-verdicts.ts';
import { countOf, isWrong, madeOf } from './import-words.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';

interface StepDialogProps {
  part: PartProps;
  step: 'import' | 'cancel';
  onClose: () => void;
}

/** Asks before the import, or before the upload is given up. */
function StepDialog({ part, step, onClose }: StepDialogProps) {
  const { screens, ids, upload, reload, onMoved } = part;
  const { kind } = screens;
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  const wrong = isWrong(upload);
  const common = {
    draft: `import-${ids.importId}`,
    stale: { codes: CONFLICTS, show: reload },
    onDone: onMoved,
    onClose,
  };
  if (step === 'cancel') {
    return (
      <ActionDialog
        {...common}
        heading="Cancel this upload?"
        action="Cancel the upload"
        leave="Keep it"
        danger
        send={() => giveUp(screens, ids)}
      >
        <p>Nothing will be added, and we delete the file. Your own copy of it stays.</p>
        {wrong && <p>Save the refused rows first: they say what to correct.</p>}
        {wrong && <SaveRefused {...part} />}
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      {...common}
      heading={`Import ${madeOf(kind, good)}?`}
      action="Import"
      send={() => importRows(screens, ids, refused > 0 ? 'GOOD_ROWS' : 'ALL')}
    >
      <p>
        {good === 1
          ? `One ${kind.one} will be added to your list.`
          : `${madeOf(kind, good)} will be added to your list. If something goes wrong, none of them is.`}
      </p>
      {wrong && (
        <p>
          {countOf(refused, 'refused row')} will be left out. You can save{' '}
          {refused === 1 ? 'it' : 'them'} as a file, make the corrections, and upload that file.
          {secretNote(kind)}
        </p>
      )}
      <p>{screens.follows}</p>
    </ActionDialog>
  );
}

interface StepButtonProps extends Pick<StepDialogProps, 'part' | 'step'> {
  filled?: boolean;
  children: string;
}

/** Does a step after a question. */
export function StepButton({ part, step, filled = false, children }: StepButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={filled ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && <StepDialog part={part} step={step} onClose={() => setOpen(false)} />}
    </>
  );
}
