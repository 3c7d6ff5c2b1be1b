import { giveUp, importRows, type StepOutcome } from '#features/imports/import-calls.ts';
import { ImportRefusedSave } from '#features/imports/import-refused.tsx';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { areKnown } from '#features/imports/import-stage.ts';
import { SHOW_ANEW, useStep } from '#features/imports/import-step.ts';
import { countOf } from '#features/imports/import-words.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx';
import css from './imports.module.css';

interface ImportDialogProps {
  part: ImportPart;
  onClose: () => void;
}

/**
 * A step that a dialog asks about. Closed first: what is done takes the place of what the dialog lay
 * over. Where the upload has changed meanwhile, the button shows it anew instead of trying again.
 */
function useDialogStep({ part, onClose }: ImportDialogProps, action: string) {
  const { working, failure, run } = useStep((upload) => {
    onClose();
    part.moved(upload);
  });
  const [reloading, reload] = useBusy();
  const showAnew = async () => {
    await part.reload();
    onClose();
  };
  const changed = failure?.conflict === true;
  return {
    changed,
    step: {
      action: changed ? SHOW_ANEW : action,
      working: working || reloading,
      failure: failure?.words,
    },
    confirm: (work: () => Promise<StepOutcome>) => void (changed ? reload(showAnew) : run(work)),
  };
}

/** Asks before customers are made. */
export function ImportConfirm(props: ImportDialogProps) {
  const { ids, upload } = props.part;
  const { step, confirm } = useDialogStep(props, 'Import');
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  const mode = refused > 0 ? 'GOOD_ROWS' : 'ALL';
  return (
    <ConfirmDialog
      heading={`Import ${countOf(good, 'customer')}?`}
      {...step}
      onConfirm={() => confirm(() => importRows(ids, mode))}
      onClose={props.onClose}
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
    </ConfirmDialog>
  );
}

/** Asks before an upload is given up. */
export function ImportCancel(props: ImportDialogProps) {
  const { ids, upload } = props.part;
  const { changed, step, confirm } = useDialogStep(props, 'Cancel the upload');
  return (
    <ConfirmDialog
      heading="Cancel this upload?"
      {...step}
      leave="Keep it"
      danger={!changed}
      onConfirm={() => confirm(() => giveUp(ids))}
      onClose={props.onClose}
    >
      <p>Nothing will be added, and we delete the file. Your own copy of it stays.</p>
      {(upload.refusedRows ?? 0) > 0 && !areKnown(upload) && (
        <>
          <p>Save the refused rows first: they say what to correct.</p>
          <div className={css.actions}>
            <ImportRefusedSave ids={ids} upload={upload} />
          </div>
        </>
      )}
    </ConfirmDialog>
  );
}
