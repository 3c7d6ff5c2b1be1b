import { useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { ImportCancel } from '#features/imports/import-dialogs.tsx';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { progressOf, stageOf } from '#features/imports/import-stage.ts';
import { progressWords } from '#features/imports/import-words.ts';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import css from './imports.module.css';

const WORDS = {
  CHECKING: {
    heading: 'Checking the file',
    label: 'Checking',
    text: 'We look at every row: names, phone numbers, emails, and references that are used twice. Nothing has been added yet.',
  },
  IMPORTING: {
    heading: 'Adding the customers',
    label: 'Importing',
    text: 'The customers appear in your list when all of them are in.',
  },
};

/** A job at work on the upload: how far it is. */
export function ImportWork(part: ImportPart) {
  const [cancelling, setCancelling] = useState(false);
  const place = useRef<HTMLElement>(null);
  useFocusHandedOn(place);
  const checking = stageOf(part.upload) === 'CHECKING';
  const { heading, label, text } = WORDS[checking ? 'CHECKING' : 'IMPORTING'];
  const progress = progressOf(part.upload);
  return (
    <section ref={place} className={css.card}>
      <h3 className={css.heading}>{heading}</h3>
      <p className={css.text}>
        {text} You can leave this page: the work goes on, and you can come back to it under Uploads.
      </p>
      <ProgressLine
        label={label}
        percent={progress?.percent ?? null}
        words={progressWords(progress)}
      />
      {checking && (
        <div className={css.actions}>
          <Button variant="default" onClick={() => setCancelling(true)}>
            Cancel the upload
          </Button>
        </div>
      )}
      {cancelling && <ImportCancel part={part} onClose={() => setCancelling(false)} />}
    </section>
  );
}
