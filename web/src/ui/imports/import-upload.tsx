import { Button } from '@mantine/core';
import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import {
  IMPORT_FILE,
  IMPORT_ROWS_MAX,
  IMPORT_WAIT_DAYS,
} from '@tegeka/contract/imports/import-kind.ts';
import { type FormEvent, useRef } from 'react';
import { UploadLink } from './import-links.tsx';
import type { ImportScreens } from './import-screens.ts';
import { type Sending, uploaderOf, useSending } from './import-sending.ts';
import { percentOf, stageOf, STAGES } from './import-words.ts';
import { countWords } from '#ui/list/list-query.ts';
import { showSize, showTypes } from '#ui/form/file-check.ts';
import { FileField } from '#ui/form/file-field.tsx';
import { useRestoreFocusOnUnmount } from '#ui/shell/modal.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import layout from '#ui/shell/layout.module.css';

/** What is taken, in words. */
const FILE_NOTE = `${showTypes(IMPORT_FILE)}, up to ${showSize(IMPORT_FILE.maxSize)} and ${countWords(IMPORT_ROWS_MAX)} rows. Saved from Excel, Google Sheets or another program: all kinds work.`;

interface ImportUploadProps {
  screens: ImportScreens;
  merchantId: string;
  blocked: string | null;
  /** The upload that has not ended, of which there can be only one. */
  open: Import | null;
  onArrived: (upload: Import) => void;
}

type UploadProgressProps = Extract<Sending, { step: 'SENDING' }> & { onStop: () => void };

function UploadProgress({ file, sent, onStop }: UploadProgressProps) {
  const place = useRef<HTMLDivElement>(null);
  useRestoreFocusOnUnmount(place);
  const all = sent.bytes >= sent.total && sent.bytes > 0;
  const words = all
    ? `All ${showSize(sent.total)} sent, waiting for the answer…`
    : `${showSize(sent.bytes)} of ${showSize(sent.total)}`;
  return (
    <div ref={place} className={layout.stack}>
      <strong className={layout.broken}>{file.name}</strong>
      <ProgressLine
        label={`Sending ${file.name}`}
        percent={percentOf(sent.bytes, sent.total)}
        words={words}
      />
      <div className={layout.actions}>
        <Button variant="default" onClick={onStop}>
          Stop sending
        </Button>
      </div>
    </div>
  );
}

/** One file at a time: the one that has not ended comes first. */
function OpenOne({ screens, upload }: Pick<ImportUploadProps, 'screens'> & { upload: Import }) {
  return (
    <NoteBox tone="warning" title={`Finish ${upload.fileName} first`}>
      <p>
        It {STAGES[stageOf(upload)].open}. We take one file at a time, so that nothing is added
        twice.
      </p>
      <UploadLink screens={screens} upload={upload}>
        Go to {upload.fileName}
      </UploadLink>
    </NoteBox>
  );
}

interface ChoiceProps extends ImportUploadProps {
  sending: Exclude<Sending, { step: 'SENDING' }>;
}

function Choice({ screens, sending, merchantId, onArrived }: ChoiceProps) {
  const uploader = uploaderOf(screens.endpoints);
  const place = useRef<HTMLFormElement>(null);
  useRestoreFocusOnUnmount(place);
  const chosen = sending.step === 'CHOSEN' ? sending : null;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!chosen) {
      uploader.forget('Please choose a file first.');
      form.querySelector<HTMLElement>('input[type=file]')?.focus();
      return;
    }
    const upload = await uploader.send(merchantId);
    if (upload) onArrived(upload);
  };
  return (
    <form ref={place} className={layout.stack} noValidate onSubmit={(event) => void send(event)}>
      <FileField
        roomy
        label={screens.fileLabel}
        note={FILE_NOTE}
        error={(sending.step === 'NONE' && sending.error) || undefined}
        part={IMPORT_FILE}
        file={chosen && { name: chosen.file.name, size: chosen.file.size, previewUrl: null }}
        onChoose={(file) => void uploader.choose(file)}
        onRemove={() => uploader.forget()}
      />
      <div role="alert" className={layout.notes}>
        {chosen?.stopped && <NoteBox tone="bad">{chosen.stopped}</NoteBox>}
      </div>
      <div className={layout.actions}>
        <Button type="submit">{chosen?.stopped ? 'Send again' : 'Upload and check'}</Button>
      </div>
    </form>
  );
}

/** Where a file is chosen or dropped, and sent. */
export function ImportUpload(props: ImportUploadProps) {
  const { screens, blocked, open } = props;
  const uploader = uploaderOf(screens.endpoints);
  const sending = useSending(uploader);
  return (
    <section className={layout.card} aria-labelledby="upload-heading">
      <h2 id="upload-heading" className={layout.heading}>
        Upload a file
      </h2>
      <p className={layout.text}>
        We check the whole file first. Then you see which rows are good, and choose what to add. You
        have {IMPORT_WAIT_DAYS} days for that.
      </p>
      {sending.step === 'SENDING' ? (
        <UploadProgress {...sending} onStop={() => uploader.stop()} />
      ) : blocked !== null ? (
        <NoteBox tone="warning">{blocked}</NoteBox>
      ) : open ? (
        <OpenOne screens={screens} upload={open} />
      ) : (
        <Choice {...props} sending={sending} />
      )}
    </section>
  );
}
