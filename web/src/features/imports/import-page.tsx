import type { CustomerImport } from '@tegeka/contract/customers/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { useRef } from 'react';
import { type UploadIds, useUpload } from '#features/imports/import-calls.ts';
import { ImportChecked, ImportDone, ImportEnded } from '#features/imports/import-checked.tsx';
import { ImportCancel } from '#features/imports/import-dialogs.tsx';
import { ImportMappingForm } from '#features/imports/import-mapping-form.tsx';
import { BackLink, ImportCard, type ImportPart } from '#features/imports/import-parts.tsx';
import {
  canRemap,
  outcomeWords,
  percentOf,
  progressWords,
  stageOf,
  STAGES,
} from '#features/imports/import-words.ts';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/note-box.tsx';
import { showSize } from '#ui/form/file-check.ts';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

const WORK = {
  UPLOADED: {
    heading: 'Checking the file',
    text: 'We look at every row: names, phone numbers, emails, and references that are used twice. Nothing has been added yet.',
  },
  CONFIRMED: {
    heading: 'Adding the customers',
    text: 'The customers appear in your list when all of them are in.',
  },
};

/** A job at work on the upload: how far it is. */
function ImportWork({ stage, part }: { stage: keyof typeof WORK; part: ImportPart }) {
  const { heading, text } = WORK[stage];
  const { progress } = part.upload;
  return (
    <ImportCard heading={heading}>
      <p className={layout.text}>
        {text} You can leave this page: the work goes on, and you can come back to it under Uploads.
      </p>
      <ProgressLine
        label={STAGES[stage].words}
        percent={progress && percentOf(progress.rows, progress.total)}
        words={progressWords(progress)}
      />
      {stage === 'UPLOADED' && (
        <div className={layout.actions}>
          <ImportCancel part={part} />
        </div>
      )}
    </ImportCard>
  );
}

function Part(part: ImportPart) {
  const { upload, search } = part;
  const stage = stageOf(upload);
  if (stage === 'COLUMNS' || (search['columns'] && canRemap(upload)))
    return <ImportMappingForm {...part} />;
  // By their stage: what one of them had open is not for the other.
  if (stage === 'UPLOADED' || stage === 'CONFIRMED')
    return <ImportWork key={stage} stage={stage} part={part} />;
  if (stage === 'CHECKED') return <ImportChecked {...part} />;
  return stage === 'DONE' ? <ImportDone {...part} /> : <ImportEnded {...part} />;
}

interface ImportPageProps extends Pick<ImportPart, 'search' | 'onSearch'> {
  ids: UploadIds;
  loaded: CustomerImport;
}

/** One upload through its stages. */
export function ImportPage({ ids, loaded, search, onSearch }: ImportPageProps) {
  const { upload, cutOff, moved, reload } = useUpload(ids, loaded);
  const heading = useRef<HTMLHeadingElement>(null);
  const { fileName, size, createdAt, by, waitsUntil } = upload;
  const goOn = (next: CustomerImport) => {
    moved(next);
    onSearch({});
    // What was pressed is gone with its stage, and in the next frame so is the dialog it was in.
    requestAnimationFrame(() => heading.current?.focus());
  };
  return (
    <div className={css.page}>
      <BackLink to="/dashboard/customers/uploads">All uploads</BackLink>
      <header className={css.head}>
        <h2 ref={heading} tabIndex={-1} className={layout.title}>
          {fileName}
        </h2>
        <StatusBadge {...STAGES[stageOf(upload)]} />
        <p className={css.facts}>
          {showSize(size)}, uploaded {showMoment(createdAt)} by {by}
        </p>
        {waitsUntil !== null && (
          <p className={css.facts}>
            You have until {showMoment(waitsUntil)} to finish. After that the upload is cancelled
            and the file deleted.
          </p>
        )}
      </header>
      <div aria-live="polite" className="tegeka-unseen">
        {outcomeWords(upload)}
      </div>
      <output className={layout.notes}>
        {cutOff && (
          <NoteBox tone="warning">
            There is no connection to the server. The work on your file goes on, and this page shows
            it as soon as the connection is back.
          </NoteBox>
        )}
      </output>
      <Part
        ids={ids}
        upload={upload}
        search={search}
        onSearch={onSearch}
        moved={goOn}
        reload={reload}
      />
    </div>
  );
}
