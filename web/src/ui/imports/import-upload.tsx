import { Button } from '@mantine/core';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import { IMPORT_FILE, IMPORT_ROWS_MAX } from '@tegeka/contract/imports/import-kind.ts';
import { type FormEvent, useRef, useSyncExternalStore } from 'react';
import { OpenUpload, type UploadsProps } from './import-open.tsx';
import { type Sending, uploaderOf } from './import-transfer.ts';
import { percentOf } from './import-texts.ts';
import { formatCount } from '#ui/list/list-query.ts';
import { showSize } from '#platform/call/file-save.ts';
import { showTypes } from '#ui/form/file-check.ts';
import { FileField } from '#ui/form/file-field.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { useRestoreFocusOnUnmount } from '#ui/shell/modal.tsx';
import layout from '#ui/shell/layout.module.css';

/** Which files are accepted, in words. */
const FILE_NOTE = `${showTypes(IMPORT_FILE)}, up to ${showSize(IMPORT_FILE.maxSize)} and ${formatCount(IMPORT_ROWS_MAX)} rows. Saved from Excel, Google Sheets or another program: all kinds work.`;

interface ImportUploadProps extends UploadsProps {
  /** Why nothing can be added for now, in words; null where it can. */
  blocked: string | null;
  /** The upload that has not ended, of which there can be only one. */
  open: Import | null;
  onArrived: (upload: Import) => void;
}

type Uploader = ReturnType<typeof uploaderOf>;

type SendingFileProps = Extract<Sending, { step: 'SENDING' }> & Pick<Uploader, 'stop'>;

function SendingFile({ file, sent: { bytes, total }, stop }: SendingFileProps) {
  const card = useRef<HTMLDivElement>(null);
  useRestoreFocusOnUnmount(card);
  const text =
    bytes >= total && bytes > 0
      ? `All ${showSize(total)} sent, waiting for the answer…`
      : `${showSize(bytes)} of ${showSize(total)}`;
  return (
    <div ref={card} className={layout.card}>
      <strong className={layout.broken}>{file.name}</strong>
      <ProgressLine label={`Sending ${file.name}`} percent={percentOf(bytes, total)} text={text} />
      <div className={layout.actions}>
        <Button variant="default" onClick={stop}>
          Stop sending
        </Button>
      </div>
    </div>
  );
}

interface FileChoiceProps extends UploadsProps, Pick<ImportUploadProps, 'onArrived'> {
  uploader: Uploader;
  sending: Exclude<Sending, { step: 'SENDING' }>;
}

function FileChoice({ screens, uploader, sending, merchantId, onArrived }: FileChoiceProps) {
  const card = useRef<HTMLFormElement>(null);
  useRestoreFocusOnUnmount(card);
  const chosen = sending.step === 'CHOSEN' ? sending : null;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!chosen) {
      uploader.forget('Please choose a file first.');
      event.currentTarget.querySelector<HTMLElement>('input[type=file]')?.focus();
      return;
    }
    const upload = await uploader.send(chosen, merchantId);
    if (upload) onArrived(upload);
  };
  return (
    <form ref={card} className={layout.card} noValidate onSubmit={(event) => void send(event)}>
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
export function ImportUpload({ blocked, open, ...props }: ImportUploadProps) {
  const { screens } = props;
  const uploader = uploaderOf(screens.endpoints);
  const sending = useSyncExternalStore(uploader.sending.subscribe, uploader.sending.current);
  if (sending.step === 'SENDING') return <SendingFile {...sending} stop={uploader.stop} />;
  if (blocked !== null) return <NoteBox tone="warning">{blocked}</NoteBox>;
  if (open)
    return (
      <OpenUpload
        screens={screens}
        upload={open}
        title={`Finish ${open.fileName} first`}
        more="We take one file at a time, so that nothing is added twice."
      />
    );
  return <FileChoice {...props} uploader={uploader} sending={sending} />;
}
