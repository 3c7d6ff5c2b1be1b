import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Draft } from '#ui/form/draft/field-draft.ts';
import { type FieldErrors, withoutError } from '#ui/form/draft/field-errors.ts';
import type { DraftHandle } from '#ui/form/draft/use-field-draft.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './draft-form.module.css';

/** Said where what is typed would be lost by a reload. */
export const NOT_KEPT =
  'This device can not keep everything you enter. Please finish without closing or reloading this page.';

/** What is wrong with a draft, and what is said of it above the button. */
export interface DraftErrors {
  message: string | null;
  errors: FieldErrors;
}

interface DraftFormProps {
  hand: DraftHandle;
  check: (draft: Draft) => DraftErrors | null;
  /** What the server said of fields at the last try. */
  refused: FieldErrors;
  onRefused: (errors: FieldErrors) => void;
  /** What the server said of the whole. */
  failure?: string | null;
  /** The fields, with what is wrong with each, and what to call when one is changed. */
  children: (errors: FieldErrors, onChanged: (key: string) => void) => ReactNode;
  /** The buttons; one of them submits. */
  actions: ReactNode;
  /** Goes on with a draft in which nothing is wrong. */
  onPassed: (draft: Draft) => void;
}

/** A form over a draft: checked as a whole, its first wrong field focused. */
export function DraftForm(props: DraftFormProps) {
  const { hand, refused, onRefused, failure } = props;
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<DraftErrors>({ message: null, errors: {} });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const draft = await hand.settled();
    const wrong = props.check(draft);
    setFound(wrong ?? { message: null, errors: {} });
    if (wrong) setTries((before) => before + 1);
    else props.onPassed(draft);
  };
  const changed = (key: string) => {
    setFound(({ errors }) => ({ message: null, errors: withoutError(errors, key) }));
    onRefused(withoutError(refused, key));
  };
  const message = found.message ?? failure;
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {props.children({ ...refused, ...found.errors }, changed)}
      <div className={layout.messages} role="alert">
        {message && <NoteBox tone="bad">{message}</NoteBox>}
      </div>
      <div className={css.actions}>{props.actions}</div>
    </form>
  );
}
