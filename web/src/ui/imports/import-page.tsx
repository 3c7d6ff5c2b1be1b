import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { type ReactNode, useRef } from 'react';
import { useUpload } from './import-calls.ts';
import { BackLink } from './import-links.tsx';
import { ImportMappingForm } from './import-mapping-form.tsx';
import { ImportRefusals } from './import-refusals.tsx';
import type { ImportScreens, PartProps, UploadIds } from './import-screens.ts';
import { StepButton } from './import-steps.tsx';
import { importLabel, verdictOf } from './import-verdicts.ts';
import {
  canRemap,
  isAtWork,
  isOpen,
  percentOf,
  isWrong,
  progressWords,
  stageOf,
  STAGES,
} from './import-words.ts';
import { StatusBadge } from '#ui/detail/shown-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { showSize } from '#ui/form/file-check.ts';
import { countWords } from '#ui/list/list-query.ts';
import { withSearch } from '#ui/list/list-definition.ts';
import { ButtonLink } from '#ui/list/empty-state.tsx';
import { useRestoreFocusOnUnmount } from '#ui/shell/modal.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

/** What can be done with an upload that has not ended. */
function OpenActions(part: PartProps) {
  const { screens, ids, upload } = part;
  const navigate = useNavigate();
  const isChecked = upload.state === 'CHECKED';
  const some = (upload.goodRows ?? 0) > 0;
  return (
    <div className={layout.actions}>
      {isChecked && some && (
        <StepButton part={part} step="import" filled>
          {importLabel(screens.kind, upload)}
        </StepButton>
      )}
      {/* Where nothing can be imported, giving it up is what comes next. */}
      <StepButton part={part} step="cancel" filled={isChecked && !some}>
        {isWrong(upload) ? 'Cancel and correct the file' : 'Cancel the upload'}
      </StepButton>
      {isChecked && canRemap(upload) && (
        <button
          type="button"
          className={layout.link}
          onClick={() => void navigate(withSearch(screens.one(ids.importId), { columns: 'again' }))}
        >
          Columns wrong? Match them again
        </button>
      )}
    </div>
  );
}

/** The way on from an upload that has ended. */
function EndedActions({ screens: { made, home }, upload: { state, imported } }: PartProps) {
  const done = state === 'DONE';
  return (
    <div className={layout.actions}>
      {done && imported !== 0 && (
        <ButtonLink {...withSearch(made.link, made.search)}>{made.label}</ButtonLink>
      )}
      <ButtonLink {...withSearch(home, {})} variant={done ? 'default' : 'filled'}>
        {state === 'CANCELLED' ? 'Upload a file' : 'Upload another file'}
      </ButtonLink>
    </div>
  );
}

/** The counts of an upload, large. */
function Figures({ rows, goodRows, refusedRows, imported }: Import) {
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

/** A part of the page, which goes with its stage. */
function Card({ heading, children }: { heading: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useRestoreFocusOnUnmount(place);
  return (
    <section ref={place} className={layout.card}>
      <h3 className={layout.heading}>{heading}</h3>
      {children}
    </section>
  );
}

/** An upload at its stage: what it means, how far it is, and what can be done. */
function Stage(part: PartProps) {
  const { screens, upload } = part;
  const stage = stageOf(upload);
  const { heading, text, tone, title } = verdictOf(screens, upload);
  const isCounted = stage === 'CHECKED' || stage === 'DONE';
  const { progress } = upload;
  return (
    <>
      <Card heading={heading}>
        {isCounted && <Figures {...upload} />}
        {tone ? (
          <NoteBox tone={tone} {...(title && { title })}>
            {text}
          </NoteBox>
        ) : (
          <p className={layout.text}>{text}</p>
        )}
        {(stage === 'UPLOADED' || stage === 'CONFIRMED') && (
          <ProgressLine
            label={STAGES[stage].words}
            percent={progress && percentOf(progress.rows, progress.total)}
            words={progressWords(progress)}
          />
        )}
        {!isOpen(upload) && <EndedActions {...part} />}
        {isOpen(upload) && stage !== 'CONFIRMED' && <OpenActions {...part} />}
      </Card>
      {isCounted && Boolean(upload.refusedRows) && <ImportRefusals {...part} />}
    </>
  );
}

/** One upload through its stages. */
export function ImportPage({ screens, ids }: { screens: ImportScreens; ids: UploadIds }) {
  const { data: upload, isError, refetch } = useUpload(screens, ids);
  const navigate = useNavigate();
  const { columns }: { columns?: unknown } = useSearch({ strict: false });
  const here = screens.one(ids.importId);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!upload) return null;
  const { fileName, size, createdAt, by, waitsUntil } = upload;
  const stage = stageOf(upload);
  const verdict = verdictOf(screens, upload);
  const reload = async () => void (await refetch());
  const onMoved = () => {
    void navigate(withSearch(here, {}));
    // What was pressed is gone with its stage, and in the next frame so is the dialog it was in.
    requestAnimationFrame(() => heading.current?.focus());
  };
  const part = { screens, ids, upload, reload, onMoved };
  return (
    <div className={layout.stack}>
      <BackLink link={screens.home}>All uploads</BackLink>
      <header className={layout.row}>
        <h2 ref={heading} tabIndex={-1} className={layout.title}>
          {fileName}
        </h2>
        <StatusBadge {...STAGES[stage]} />
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
        {!isAtWork(upload) && `${verdict.heading}. ${verdict.title ?? ''}`}
      </div>
      <output className={layout.notes}>
        {isError && (
          <NoteBox tone="warning">
            There is no connection to the server. The work on your file goes on, and this page shows
            it as soon as the connection is back.
          </NoteBox>
        )}
      </output>
      {stage === 'COLUMNS' || (columns && canRemap(upload)) ? (
        <Card heading="Which column is which?">
          <ImportMappingForm {...part}>
            {stage === 'COLUMNS' ? (
              <StepButton part={part} step="cancel">
                Cancel the upload
              </StepButton>
            ) : (
              <Button variant="default" onClick={() => void navigate(withSearch(here, {}))}>
                Back to the result
              </Button>
            )}
          </ImportMappingForm>
        </Card>
      ) : (
        // By its stage: what one of them had open is not for the other.
        <Stage key={stage} {...part} />
      )}
    </div>
  );
}
