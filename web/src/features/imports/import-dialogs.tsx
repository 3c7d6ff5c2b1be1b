import { Button } from '@mantine/core';
import { useState } from 'react';
import { CONFLICTS, giveUp, importRows } from '#features/imports/import-calls.ts';
import type { ImportPart } from '#features/imports/import-parts.tsx';
import { SaveRefused } from '#features/imports/import-refusals.tsx';
import { areKnown, countOf } from '#features/imports/import-words.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import layout from '#ui/shell/layout.module.css';

interface DialogProps {
  part: ImportPart;
  onClose: () => void;
}

const stepOf = ({ part, onClose }: DialogProps) => ({
  draft: `import-${part.ids.importId}`,
  stale: { codes: CONFLICTS, show: part.reload },
  onDone: part.moved,
  onClose,
});

/** Asks before customers are made. */
export function ImportConfirm(props: DialogProps) {
  const { ids, upload } = props.part;
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  return (
    <ActionDialog
      {...stepOf(props)}
      heading={`Import ${countOf(good, 'customer')}?`}
      action="Import"
      send={() => importRows(ids, refused > 0 ? 'GOOD_ROWS' : 'ALL')}
    >
      <p>
        {good === 1
          ? 'One customer will be added to your list.'
          : `${countOf(good, 'customer')} will be added to your list. If something goes wrong, none of them is.`}
      </p>
      {refused > 0 && !areKnown(upload) && (
        <p>
          {countOf(refused, 'refused row')} will be left out. You can save{' '}
          {refused === 1 ? 'it' : 'them'} as a file, make the corrections, and upload that file.
        </p>
      )}
      <p>You can not undo an import. You can only disable customers, one by one.</p>
    </ActionDialog>
  );
}

/** Asks before an upload is given up. */
function CancelDialog(props: DialogProps) {
  const { ids, upload } = props.part;
  return (
    <ActionDialog
      {...stepOf(props)}
      heading="Cancel this upload?"
      action="Cancel the upload"
      leave="Keep it"
      danger
      send={() => giveUp(ids)}
    >
      <p>Nothing will be added, and we delete the file. Your own copy of it stays.</p>
      {(upload.refusedRows ?? 0) > 0 && !areKnown(upload) && (
        <>
          <p>Save the refused rows first: they say what to correct.</p>
          <div className={layout.actions}>
            <SaveRefused {...props.part} />
          </div>
        </>
      )}
    </ActionDialog>
  );
}

interface CancelProps {
  part: ImportPart;
  filled?: boolean;
  children?: string;
}

/** Gives the upload up, after a question. */
export function ImportCancel({ part, filled = false, children }: CancelProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={filled ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        {children ?? 'Cancel the upload'}
      </Button>
      {open && <CancelDialog part={part} onClose={() => setOpen(false)} />}
    </>
  );
}
