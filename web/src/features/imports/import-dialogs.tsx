import { Button } from '@mantine/core';
import { giveUp, importRows } from '#features/imports/import-calls.ts';
import { ImportRefusedSave } from '#features/imports/import-refused.tsx';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { type StepFailure, useStep } from '#features/imports/import-step.ts';
import { countOf } from '#features/imports/import-words.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import css from './imports.module.css';

interface ImportDialogProps {
  part: ImportPart;
  onClose: () => void;
}

/** What went wrong with a step; where the upload has moved on, the way to see it. */
export function StepFault({ failure, onReload }: { failure: StepFailure; onReload: () => void }) {
  return (
    <>
      <p>{failure.words}</p>
      {failure.conflict && (
        <Button size="xs" mt="xs" variant="default" onClick={onReload}>
          See how it stands
        </Button>
      )}
    </>
  );
}

/** Closed first: what is done takes the place of what the dialog lay over. */
function useDialogStep({ part, onClose }: ImportDialogProps) {
  const step = useStep((upload) => {
    onClose();
    part.moved(upload);
  });
  const reload = async () => {
    await part.reload();
    onClose();
  };
  const failure = step.failure && (
    <StepFault failure={step.failure} onReload={() => void reload()} />
  );
  return { ...step, failure };
}

/** Asks before customers are made. */
export function ImportConfirm(props: ImportDialogProps) {
  const { ids, upload } = props.part;
  const { working, failure, run } = useDialogStep(props);
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  const mode = refused > 0 ? 'GOOD_ROWS' : 'ALL';
  return (
    <ConfirmDialog
      heading={`Import ${countOf(good, 'customer')}?`}
      action="Import"
      working={working}
      failure={failure}
      onConfirm={() => void run(() => importRows(ids, mode))}
      onClose={props.onClose}
    >
      <p>
        {good === 1
          ? 'One customer is added to your list.'
          : `${countOf(good, 'customer')} are added to your list: all of them or, if something goes wrong, none.`}
      </p>
      {refused > 0 && (
        <p>
          {countOf(refused, 'refused row')} {refused === 1 ? 'is' : 'are'} left out. You can fetch
          them as a file, correct them, and upload that file.
        </p>
      )}
      <p>An import can not be undone: customers can only be disabled, one at a time.</p>
    </ConfirmDialog>
  );
}

/** Asks before an upload is given up. */
export function ImportCancel(props: ImportDialogProps) {
  const { ids, upload } = props.part;
  const { working, failure, run } = useDialogStep(props);
  return (
    <ConfirmDialog
      heading="Cancel this upload?"
      action="Cancel the upload"
      leave="Keep it"
      danger
      working={working}
      failure={failure}
      onConfirm={() => void run(() => giveUp(ids))}
      onClose={props.onClose}
    >
      <p>Nothing of the file is added, and nothing of it is kept here. Your own copy stays.</p>
      {(upload.refusedRows ?? 0) > 0 && (
        <>
          <p>Save the refused rows first: they say what is to be corrected.</p>
          <div className={css.actions}>
            <ImportRefusedSave ids={ids} upload={upload} />
          </div>
        </>
      )}
    </ConfirmDialog>
  );
}
