import { Button } from '@mantine/core';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { useRef, useState } from 'react';
import { ImportCancel, ImportConfirm } from '#features/imports/import-dialogs.tsx';
import { ImportFigures } from '#features/imports/import-figures.tsx';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { ImportRefusals } from '#features/imports/import-refusals.tsx';
import { canRemap } from '#features/imports/import-stage.ts';
import { countOf } from '#features/imports/import-words.ts';
import { countWords } from '#ui/count-words.ts';
import { useFocusHandedOn } from '#ui/focus-page.ts';
import { NoteBox } from '#ui/note-box.tsx';
import css from './imports.module.css';

function Verdict({ upload }: { upload: CustomerImport }) {
  if (upload.failure !== null) {
    return (
      <NoteBox tone="bad" title="The import did not go through">
        Something went wrong on our side, and nothing was added. Import again; if it fails again,
        tell support.
      </NoteBox>
    );
  }
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  if (refused === 0) return <NoteBox tone="good">Every row is good. Nothing is added yet.</NoteBox>;
  if (good === 0) {
    return (
      <NoteBox tone="bad" title="No row can be imported">
        Each row is refused for the reasons below. Correct the file and upload it again.
      </NoteBox>
    );
  }
  return (
    <NoteBox tone="warning" title={`${countOf(refused, 'row')} can not be imported`}>
      Import {good === 1 ? 'the good row' : 'the good rows'} now and the others later, or cancel and
      correct the file. Nothing is added yet.
    </NoteBox>
  );
}

function importLabel({ goodRows, refusedRows }: CustomerImport): string {
  const good = goodRows ?? 0;
  if (refusedRows === 0) return `Import ${countOf(good, 'customer')}`;
  return good === 1 ? 'Import the good row' : `Import the ${countWords(good)} good rows`;
}

/** A checked file: what is good, what is not and why, and what can be done now. */
export function ImportChecked(part: ImportPart) {
  const { upload, view, onView } = part;
  const [open, setOpen] = useState<'confirm' | 'cancel' | null>(null);
  const close = () => setOpen(null);
  const place = useRef<HTMLElement>(null);
  useFocusHandedOn(place);
  return (
    <>
      <section ref={place} className={css.card}>
        <h3 className={css.heading}>The file is checked</h3>
        <ImportFigures upload={upload} />
        <Verdict upload={upload} />
        <div className={css.actions}>
          {(upload.goodRows ?? 0) > 0 && (
            <Button onClick={() => setOpen('confirm')}>{importLabel(upload)}</Button>
          )}
          <Button variant="default" onClick={() => setOpen('cancel')}>
            {upload.refusedRows ? 'Cancel and correct the file' : 'Cancel the upload'}
          </Button>
          {canRemap(upload) && (
            <button
              type="button"
              className={css.linkButton}
              onClick={() => onView({ ...view, columns: true })}
            >
              Columns were read wrongly?
            </button>
          )}
        </div>
      </section>
      <ImportRefusals {...part} />
      {open === 'confirm' && <ImportConfirm part={part} onClose={close} />}
      {open === 'cancel' && <ImportCancel part={part} onClose={close} />}
    </>
  );
}
