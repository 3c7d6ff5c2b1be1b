import { Button } from '@mantine/core';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { useRef, useState } from 'react';
import { ImportCancel, ImportConfirm } from '#features/imports/import-dialogs.tsx';
import { ImportFigures } from '#features/imports/import-figures.tsx';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { ImportRefusals } from '#features/imports/import-refusals.tsx';
import { areKnown, canRemap } from '#features/imports/import-stage.ts';
import { ImportVerdict } from '#features/imports/import-verdict.tsx';
import { countOf } from '#features/imports/import-words.ts';
import { countWords } from '#ui/list/count-words.ts';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';
import css from './imports.module.css';

function importLabel(upload: CustomerImport): string {
  const good = upload.goodRows ?? 0;
  if (upload.refusedRows === 0 || areKnown(upload)) return `Import ${countOf(good, 'customer')}`;
  return good === 1 ? 'Import the good row' : `Import the ${countWords(good)} good rows`;
}

interface NextProps {
  upload: CustomerImport;
  onImport: () => void;
  onCancel: () => void;
  onColumns: () => void;
}

/** What can be done with a checked file. Where nothing can be imported, giving it up is what comes next. */
function Next({ upload, onImport, onCancel, onColumns }: NextProps) {
  const some = (upload.goodRows ?? 0) > 0;
  const wrong = Boolean(upload.refusedRows) && !areKnown(upload);
  return (
    <div className={css.actions}>
      {some && <Button onClick={onImport}>{importLabel(upload)}</Button>}
      <Button variant={some ? 'default' : 'filled'} onClick={onCancel}>
        {wrong ? 'Cancel and correct the file' : 'Cancel the upload'}
      </Button>
      {canRemap(upload) && (
        <button type="button" className={css.linkButton} onClick={onColumns}>
          Columns wrong? Match them again
        </button>
      )}
    </div>
  );
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
        <ImportVerdict upload={upload} />
        <Next
          upload={upload}
          onImport={() => setOpen('confirm')}
          onCancel={() => setOpen('cancel')}
          onColumns={() => onView({ ...view, columns: true })}
        />
      </section>
      <ImportRefusals {...part} />
      {open === 'confirm' && <ImportConfirm part={part} onClose={close} />}
      {open === 'cancel' && <ImportCancel part={part} onClose={close} />}
    </>
  );
}
