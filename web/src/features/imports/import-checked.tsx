import { Button } from '@mantine/core';
import type { CustomerImport } from '@tegeka/contract/customers/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { useState } from 'react';
import { ImportCancel, ImportConfirm } from './import-dialogs.tsx';
import { ImportCard, type ImportPart } from './import-parts.tsx';
import { ImportRefusals } from './import-refusals.tsx';
import { areKnown, canRemap, countOf, failureWords } from './import-words.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { countWords } from '#ui/list/list-query.ts';
import { ButtonLink } from '#ui/list/empty-state.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

/** The counts of an upload, large. */
function Figures({ upload: { rows, goodRows, refusedRows, imported } }: ImportPart) {
  const figures: (readonly [label: string, count: number | null])[] = [
    ['Rows', rows],
    imported === null ? ['Good', goodRows] : ['Added', imported],
    ['Refused', refusedRows],
  ];
  return (
    <dl className={css.figures}>
      {figures.map(([label, count]) => (
        <div key={label} className={css.figure}>
          <dt>{label}</dt>
          <dd>{count === null ? '–' : countWords(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Verdict {
  tone: 'good' | 'warning' | 'bad';
  title?: string;
  text: string;
}

/** What it means that all refused rows name customers that are there already. */
function knownVerdict(good: number, known: number): Verdict {
  if (good === 0) {
    return {
      tone: 'warning',
      title: 'You already have customers with these references',
      text: 'There is nothing new to import. An upload leaves the customers that you have as they are: to change one, open it in your list. A new customer needs a reference of their own.',
    };
  }
  const have = known === 1 ? 'has a reference' : 'have references';
  return {
    tone: 'warning',
    title: `${countOf(known, 'row')} ${have} that you already use`,
    text: `An import adds the new ${good === 1 ? 'customer' : 'customers'} and leaves those that you have as they are. Nothing has been added yet.`,
  };
}

/** What the check of a file, or a failed import, means for the person. */
function verdictOf(upload: CustomerImport): Verdict {
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  if (upload.failure !== null) {
    return {
      tone: 'bad',
      title: 'The import did not go through',
      text: 'Something went wrong on our side, and nothing was added. Import again; if it fails again, tell support.',
    };
  }
  if (refused === 0)
    return { tone: 'good', text: 'Every row is good. Nothing has been added yet.' };
  if (areKnown(upload)) return knownVerdict(good, refused);
  if (good === 0) {
    return {
      tone: 'bad',
      title: 'No row can be imported',
      text: 'Below you see why. Correct the file and upload it again.',
    };
  }
  return {
    tone: 'warning',
    title: `${countOf(refused, 'row')} can not be imported`,
    text: `Import ${good === 1 ? 'the good row' : 'the good rows'} now and the others later, or cancel and correct the file. Nothing has been added yet.`,
  };
}

function importLabel(upload: CustomerImport): string {
  const good = upload.goodRows ?? 0;
  if (upload.refusedRows === 0 || areKnown(upload)) return `Import ${countOf(good, 'customer')}`;
  return good === 1 ? 'Import the good row' : `Import the ${countWords(good)} good rows`;
}

/** A checked file: what is good, what is not and why, and what can be done now. */
export function ImportChecked(part: ImportPart) {
  const { upload, search, onSearch } = part;
  const [confirming, setConfirming] = useState(false);
  const { text, ...verdict } = verdictOf(upload);
  const some = (upload.goodRows ?? 0) > 0;
  const wrong = Boolean(upload.refusedRows) && !areKnown(upload);
  return (
    <>
      <ImportCard heading="The file is checked">
        <Figures {...part} />
        <NoteBox {...verdict}>{text}</NoteBox>
        <div className={layout.actions}>
          {some && <Button onClick={() => setConfirming(true)}>{importLabel(upload)}</Button>}
          {/* Where nothing can be imported, giving it up is what comes next. */}
          <ImportCancel part={part} filled={!some}>
            {wrong ? 'Cancel and correct the file' : 'Cancel the upload'}
          </ImportCancel>
          {canRemap(upload) && (
            <button
              type="button"
              className={layout.link}
              onClick={() => onSearch({ ...search, columns: 'again' })}
            >
              Columns wrong? Match them again
            </button>
          )}
        </div>
      </ImportCard>
      <ImportRefusals {...part} />
      {confirming && <ImportConfirm part={part} onClose={() => setConfirming(false)} />}
    </>
  );
}

/** What an import has led to. */
export function ImportDone(part: ImportPart) {
  const { imported, refusedRows, endedAt } = part.upload;
  return (
    <>
      <ImportCard heading="The import is done">
        <Figures {...part} />
        <NoteBox tone="good">
          {countOf(imported, 'customer')} added{endedAt && ` on ${showMoment(endedAt)}`}.
          {(refusedRows ?? 0) > 0 &&
            ' The refused rows were left out. For 30 days you can save them below, correct them and upload that file.'}
        </NoteBox>
        <div className={layout.actions}>
          <ButtonLink to="/dashboard/customers">See your customers</ButtonLink>
          <ButtonLink to="/dashboard/customers/uploads" variant="default">
            Upload another file
          </ButtonLink>
        </div>
      </ImportCard>
      <ImportRefusals {...part} />
    </>
  );
}

/** An upload that came to nothing: why, and the way on. */
export function ImportEnded({ upload }: ImportPart) {
  const cancelled = upload.state === 'CANCELLED';
  const { what, remedy } = failureWords(upload.failure);
  return (
    <ImportCard heading={cancelled ? 'This upload was cancelled' : 'The file could not be used'}>
      {cancelled ? (
        <p className={layout.text}>Nothing was added, and we have not kept the file.</p>
      ) : (
        <NoteBox tone="bad" title={what}>
          {remedy} Nothing was added.
        </NoteBox>
      )}
      <div className={layout.actions}>
        <ButtonLink to="/dashboard/customers/uploads">
          {cancelled ? 'Upload a file' : 'Upload another file'}
        </ButtonLink>
      </div>
    </ImportCard>
  );
}
