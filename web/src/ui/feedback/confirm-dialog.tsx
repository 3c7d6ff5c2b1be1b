import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  heading: string;
  /** What is about to happen, and fields if it needs some. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: string;
  /** The word on the button that leaves all as it is, where 'Cancel' could be misread. */
  leave?: string;
  danger?: boolean;
  working: boolean;
  /** What went wrong; what was typed stays. */
  failure?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question before something that can not be taken back. Mounted while it is open. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useLayoutEffect(() => {
    const shown = dialog.current;
    // Closed before it goes, so that the browser gives the focus back to what opened it.
    return () => shown?.close();
  }, []);
  useLayoutEffect(() => {
    const shown = dialog.current;
    // A button at work gives up the focus: it comes back when that has failed.
    if (props.failure && !props.working && !shown?.contains(document.activeElement))
      shown?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }, [props.failure, props.working]);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (!props.working) props.onConfirm();
    // In the next frame what was found wrong is drawn.
    requestAnimationFrame(() =>
      dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={id}
      onClose={(event) => {
        // The close of a dialog inside another one is not this one's.
        if (event.target === dialog.current) props.onClose();
      }}
    >
      <form className={css.form} noValidate onSubmit={confirm}>
        <h2 id={id} className={layout.heading}>
          {props.heading}
        </h2>
        {props.children}
        <div role="alert" className={layout.notes}>
          {props.failure && <NoteBox tone="bad">{props.failure}</NoteBox>}
        </div>
        <div className={layout.end}>
          <Button type="button" variant="default" onClick={() => dialog.current?.close()}>
            {props.leave ?? 'Cancel'}
          </Button>
          <Button type="submit" loading={props.working} {...(props.danger && { color: 'red.9' })}>
            {props.action}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
