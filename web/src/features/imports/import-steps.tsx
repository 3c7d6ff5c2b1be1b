import { Button } from '@mantine/core';
import type { CustomerImport } from '@tegeka/contract/customers/customer-imports.ts';
import { useState } from 'react';
import { CONFLICTS, giveUp, importRows, type UploadIds } from './import-calls.ts';
import { SaveRefused } from './import-refusals.tsx';
import { countOf, isWrong } from './import-words.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';

/** What the parts of the page of an upload have in common. */
export interface PartProps {
  ids: UploadIds;
  upload: CustomerImport;
  /** Asks for the upload as it is now. */
  reload: () => Promise<void>;
  /** Called when the upload has been moved on by the person. */
  onMoved: () => void;
}

interface StepDialogProps {
  part: PartProps;
  step: 'import' | 'cancel';
  onClose: () => void;
}

/** Asks before the import, or before the upload is given up. */
function StepDialog({ part, step, onClose }: StepDialogProps) {
  const { ids, upload, reload, onMoved } = part;
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
        send={() => giveUp(ids)}
      >
        <p>Nothing will be added, and we delete the file. Your own copy of it stays.</p>
        {wrong && <p>Save the refused rows first: they say what to correct.</p>}
        {wrong && <SaveRefused ids={ids} upload={upload} />}
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      {...common}
      heading={`Import ${countOf(good, 'customer')}?`}
      action="Import"
      send={() => importRows(ids, refused > 0 ? 'GOOD_ROWS' : 'ALL')}
    >
      <p>
        {good === 1
          ? 'One customer will be added to your list.'
          : `${countOf(good, 'customer')} will be added to your list. If something goes wrong, none of them is.`}
      </p>
      {wrong && (
        <p>
          {countOf(refused, 'refused row')} will be left out. You can save{' '}
          {refused === 1 ? 'it' : 'them'} as a file, make the corrections, and upload that file.
        </p>
      )}
      <p>You can not undo an import. You can only disable customers, one by one.</p>
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
