import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { useRestoreFocusOnUnmount } from '#ui/shell/modal.tsx';
import layout from '#ui/shell/layout.module.css';

interface FormFootProps {
  /** The id of the form that the button sends. */
  form: string;
  action: string;
  saving: boolean;
  /** Why nothing can be saved for now. */
  blocked: string | null;
  /** Another way to send the form, beside the main one. */
  beside?: ReactNode;
  onClose: () => void;
}

export function FormFoot(props: FormFootProps) {
  const { form, action, saving, blocked, beside, onClose } = props;
  const reasonId = useId();
  return (
    <>
      {blocked !== null && (
        <p id={reasonId} className={layout.reason}>
          {blocked}
        </p>
      )}
      <div className={layout.end}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {beside}
        <Button
          type="submit"
          form={form}
          loading={saving}
          disabled={blocked !== null}
          {...(blocked !== null && { 'aria-describedby': reasonId })}
        >
          {action}
        </Button>
      </div>
    </>
  );
}

/** The error of the whole form, announced to screen readers, and a warning if drafts are not stored. */
export function FormFailure({ failure, lost }: { failure: string | null; lost: boolean }) {
  return (
    <>
      <div role="alert" className={layout.above}>
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
      {lost && (
        <div className={layout.above}>
          <NoteBox tone="warning">
            This browser can not keep what you type. Please save before you leave or reload this
            page.
          </NoteBox>
        </div>
      )}
    </>
  );
}

/** Says that the form was filled from a draft, with a button to start over. */
export function FormFoundAgain({ onStartOver }: { onStartOver: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  useRestoreFocusOnUnmount(note);
  return (
    <div ref={note} className={layout.above}>
      <NoteBox tone="warning">
        <div className={layout.split}>
          What you typed before is still here. It is not saved yet.
          <Button size="xs" variant="default" onClick={onStartOver}>
            Start over
          </Button>
        </div>
      </NoteBox>
    </div>
  );
}
