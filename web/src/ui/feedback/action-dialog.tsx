import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { nameInTab } from '#platform/device/draft-storage.ts';
import { useDraft } from '#platform/session/use-draft.ts';
import { FieldError } from '#ui/form/text-field.tsx';
import layout from '#ui/shell/layout.module.css';
import { Modal } from '#ui/shell/modal.tsx';
import { useBusy, useFocusFirst } from './busy.ts';
import css from './feedback.module.css';
import { NoteBox } from './note-box.tsx';

interface Question {
  heading: string;
  /** What is about to happen, and fields if it needs some. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: string;
  /** The word on the button that leaves all as it is, where 'Cancel' could be misread. */
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

/** A question before something that can not be taken back. Mounted while it is open. */
function ConfirmDialog(props: ConfirmDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusFirst = useFocusFirst();
  const id = useId();
  useLayoutEffect(() => {
    // A button at work gives up the focus: it comes back when that has failed.
    if (props.failure && !props.working && !form.current?.contains(document.activeElement))
      form.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }, [props.failure, props.working]);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (!props.working) props.onConfirm();
    focusFirst(form.current);
  };
  return (
    <Modal className={css.dialog} aria-labelledby={id} onClose={props.onClose}>
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
  /** What is said where it is missing; null where it can be left out. */
  missing: string | null;
  /** How many characters it has; 3 to 300 unless told. */
  least?: number;
  most?: number;
}

/** As most endpoints take a reason. */
const REASON = { least: 3, most: 300 };

interface ActionDialogProps<T> extends Question {
  /** Absent where no reason is asked for. */
  reason?: ReasonField;
  /** Looks through the fields among the children; false, and they say what they lack. */
  check?: () => boolean;
  /** The name under which a typed reason is kept until it is sent. */
  draft: string;
  /** The call; the reason is undefined where none is given. */
  send: (reason: string | undefined) => Promise<T>;
  /** Refusals that mean that the entity has changed meanwhile: the button then shows it anew. */
  stale?: { codes: readonly string[]; show: () => Promise<void> };
  onDone: (value: T) => void;
}

/** On the button that shows an entity that has changed meanwhile. */
const RELOAD_LABEL = 'Show it as it is now';

function errorOf(text: string, { missing, least = REASON.least }: ReasonField): string | null {
  const { length } = text.trim();
  if (length === 0) return missing;
  return length < least ? `Enter at least ${least} characters` : null;
}

const parseText = (kept: unknown) => (typeof kept === 'string' ? kept : null);

/** Asks before an action, for its reason where it takes one, and does it. Mounted while it is open. */
export function ActionDialog<T>(props: ActionDialogProps<T>) {
  const { reason, stale, send, onDone, onClose } = props;
  const draft = useDraft(nameInTab(props.draft), parseText);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ words: string; stale: boolean } | null>(null);
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
      return setFailure({ words: outcome.words, stale: isStale ?? false });
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
      failure={failure?.words}
      onConfirm={() => void run(confirm)}
      onClose={onClose}
    >
      {props.children}
      {reason && (
        <Textarea
          label={reason.label}
          description={error ? undefined : reason.hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          required={reason.missing !== null}
          withAsterisk={false}
          rows={3}
          maxLength={reason.most ?? REASON.most}
          value={text}
          error={error && <FieldError>{error}</FieldError>}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
