import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { ImportFigures } from '#features/imports/import-figures.tsx';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { ImportRefusals } from '#features/imports/import-refusals.tsx';
import { countOf, failureWords } from '#features/imports/import-words.ts';
import { ButtonLink } from '#ui/shell/button-link.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './imports.module.css';

/** What an import has led to. */
export function ImportDone(part: ImportPart) {
  const { upload } = part;
  const ended = upload.endedAt && ` on ${showMoment(upload.endedAt)}`;
  return (
    <>
      <section className={css.card}>
        <h3 className={css.heading}>The import is done</h3>
        <ImportFigures upload={upload} />
        <NoteBox tone="good">
          {countOf(upload.imported ?? 0, 'customer')} added{ended}.
          {(upload.refusedRows ?? 0) > 0 &&
            ' The refused rows were left out. For 30 days you can save them below, correct them and upload that file.'}
        </NoteBox>
        <div className={css.actions}>
          <ButtonLink to="/dashboard/customers">See your customers</ButtonLink>
          <ButtonLink to="/dashboard/customers/uploads" variant="default">
            Upload another file
          </ButtonLink>
        </div>
      </section>
      <ImportRefusals {...part} />
    </>
  );
}

function Why({ upload }: { upload: CustomerImport }) {
  if (upload.state === 'CANCELLED') {
    return <p className={css.text}>Nothing was added, and we have not kept the file.</p>;
  }
  const { what, remedy } = failureWords(upload.failure);
  return (
    <NoteBox tone="bad" title={what}>
      {remedy} Nothing was added.
    </NoteBox>
  );
}

/** An upload that came to nothing: why, and the way on. */
export function ImportEnded({ upload }: ImportPart) {
  const cancelled = upload.state === 'CANCELLED';
  return (
    <section className={css.card}>
      <h3 className={css.heading}>
        {cancelled ? 'This upload was cancelled' : 'The file could not be used'}
      </h3>
      <Why upload={upload} />
      <div className={css.actions}>
        <ButtonLink to="/dashboard/customers/uploads">
          {cancelled ? 'Upload a file' : 'Upload another file'}
        </ButtonLink>
      </div>
    </section>
  );
}
