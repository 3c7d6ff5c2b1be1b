import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { nameInTab } from '#platform/device/draft-storage.ts';
import { useDraft } from '#platform/session/use-draft.ts';
import { FieldError } from '#ui/form/text-field.tsx';
import layout from '#ui/shell/layout.module.css';
import { Modal } from '#ui/shell/modal.tsx';
import { useBusy, useFocusFirst } from './busy.ts';
import { NoteBox } from './note-box.tsx';

interface Question {
  heading: string;
  /** What is about to happen, and fields if it needs some. */
  children: ReactNode;
  /** The label of the button that runs the action. */
  action: string;
  /** The label of the button that only closes the dialog, if 'Cancel' would be ambiguous. */
  leave?: string | undefined;
  danger?: boolean | undefined;
  onClose: () => void;
}

interface ConfirmDialogProps extends Question {
  working: boolean;
  /** What went wrong; what was typed stays. */
  failure?: ReactNode;
  onConfirm: () => void;
}

/** A question before an action. Mounted while it is open. */
function ConfirmDialog(props: ConfirmDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusFirst = useFocusFirst();
  const id = useId();
  useLayoutEffect(() => {
    // The button loses the focus while it is disabled. After a failure it gets it back.
    if (props.failure && !props.working && !form.current?.contains(document.activeElement))
      form.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }, [props.failure, props.working]);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (!props.working) props.onConfirm();
    focusFirst(form.current);
  };
  return (
    <Modal className={layout.dialog} aria-labelledby={id} onClose={props.onClose}>
      <form ref={form} noValidate onSubmit={confirm}>
        <h2 id={id}>{props.heading}</h2>
        {props.children}
        <div role="alert" className={layout.notes}>
          {props.failure && <NoteBox tone="bad">{props.failure}</NoteBox>}
        </div>
        <div className={layout.end}>
          <Button variant="default" onClick={props.onClose}>
            {props.leave ?? 'Cancel'}
          </Button>
          <Button type="submit" loading={props.working} {...(props.danger && { color: 'red.9' })}>
            {props.action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The reason that an endpoint takes with an action. */
export interface ReasonField {
  label: string;
  hint?: string;
  /** The error if it is missing. Null if it is optional. */
  missing: string | null;
  /** Minimum and maximum length in characters. Default: 3 and 300. */
  least?: number;
  max?: number;
}

/** The length that most endpoints accept. */
const REASON = { least: 3, max: 300 };

interface ActionDialogProps<T> extends Question {
  /** Absent where no reason is asked for. */
  reason?: ReasonField;
  /** Fields below the reason. */
  below?: ReactNode;
  /** Validates the fields among the children and below. Returns false if they have errors, which they then show. */
  check?: () => boolean;
  /** The name under which a typed reason is kept until it is sent. */
  draft: string;
  /** The call; the reason is undefined where none is given. */
  send: (reason: string | undefined) => Promise<T>;
  /** Error codes of an entity that has changed meanwhile. The button then calls `show` to reload it. */
  stale?: { codes: readonly string[]; show: () => Promise<void> };
  onDone: (value: T) => void;
}

/** The label of the button that reloads a changed entity. */
const RELOAD_LABEL = 'Show it as it is now';

function errorOf(text: string, { missing, least = REASON.least }: ReasonField): string | null {
  const { length } = text.trim();
  if (length === 0) return missing;
  return length < least ? `Enter at least ${least} characters` : null;
}

const parseText = (kept: unknown) => (typeof kept === 'string' ? kept : null);

/** Asks before an action, and for its reason if it has one, and runs it. Mounted while it is open. */
export function ActionDialog<T>(props: ActionDialogProps<T>) {
  const { reason, stale, send, onDone, onClose } = props;
  const draft = useDraft(nameInTab(props.draft), parseText);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ message: string; stale: boolean } | null>(null);
  const [working, run] = useBusy();
  const text = typed ?? draft.found ?? '';
  const change = (next: string) => {
    setTyped(next);
    setError(null);
    draft.keep(next || null);
  };
  const confirm = async () => {
    if (failure?.stale) {
      await stale?.show();
      return onClose();
    }
    const checked = props.check?.() ?? true;
    const wrong = reason ? errorOf(text, reason) : null;
    setError(wrong);
    setFailure(null);
    if (wrong || !checked) return;
    const outcome = await outcomeOf(send(text.trim() || undefined));
    if (outcome.kind !== 'saved') {
      const isStale = outcome.kind === 'refused' && stale?.codes.includes(outcome.code);
      const more = outcome.kind === 'refused' ? outcome.fields.map(({ message }) => message) : [];
      const message = [outcome.message, ...more].join(' ');
      return setFailure({ message, stale: isStale ?? false });
    }
    draft.keep(null);
    onDone(outcome.value);
    onClose();
  };
  return (
    <ConfirmDialog
      heading={props.heading}
      action={failure?.stale ? RELOAD_LABEL : props.action}
      leave={props.leave}
      danger={props.danger && !failure?.stale}
      working={working}
      failure={failure?.message}
      onConfirm={() => void run(confirm)}
      onClose={onClose}
    >
      {props.children}
      {reason && (
        <Textarea
          label={reason.label}
          description={error ? undefined : reason.hint}
          size="md"
          required={reason.missing !== null}
          withAsterisk={false}
          rows={3}
          maxLength={reason.max ?? REASON.max}
          value={text}
          error={error && <FieldError>{error}</FieldError>}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {props.below}
    </ConfirmDialog>
  );
}
