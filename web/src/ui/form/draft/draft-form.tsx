import { IconMessage2Exclamation } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { Field } from '@tegeka/contract/kit/fields.ts';
import { useFocusFirst } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import type { Draft } from '#ui/form/draft/field-draft.ts';
import { type FieldErrors, type LoadedOptions, withoutError } from '#ui/form/draft/field-errors.ts';
import { FileInput } from '#ui/form/draft/file-input.tsx';
import type { DraftHandle } from '#ui/form/draft/use-field-draft.ts';
import { FormControl, type FieldSet, FieldSets } from '#ui/form/form-control.tsx';
import { textOf } from '#ui/form/form-values.ts';
import layout from '#ui/shell/layout.module.css';

interface DraftNotesProps {
  handle: DraftHandle;
  /** The review that asked for a correction. */
  review: { reason: string; comment: string | null } | null | undefined;
}

/** Notes above a form: its review, and a warning if the device cannot store the draft. */
export function DraftNotes({ handle, review }: DraftNotesProps) {
  return (
    <>
      {review && (
        <NoteBox tone="warning" title={review.reason}>
          {review.comment}
        </NoteBox>
      )}
      {handle.lost && (
        <NoteBox tone="warning">
          This device can not keep everything you enter. Please finish without closing or reloading
          this page.
        </NoteBox>
      )}
    </>
  );
}

/** The errors of a draft by field, and a message above the button. */
export interface DraftErrors {
  message: string | null;
  errors: FieldErrors;
}

interface DraftFieldsProps {
  /** What is asked for, in the order of the form. */
  sets: readonly FieldSet[];
  handle: DraftHandle;
  /** What a reviewer asks to have corrected. */
  comments: FieldErrors;
  loaded: LoadedOptions;
  /** By field, the stored value that stays if the field is left empty. */
  keeps?: Readonly<Record<string, string>>;
}

interface DraftFormProps extends DraftFieldsProps {
  check: (draft: Draft) => DraftErrors | null;
  /** The server's errors by field, from the last attempt. */
  refused: FieldErrors;
  onRefused: (errors: FieldErrors) => void;
  /** The server's error about the whole form. */
  failure?: string | null;
  /** Shown above the fields, such as that options are being loaded. */
  notice?: ReactNode;
  /** The buttons; one of them submits. */
  actions: ReactNode;
  /** Called with a draft without errors. */
  onPassed: (draft: Draft) => void;
}

interface DraftFieldProps extends DraftFieldsProps {
  name: string;
  field: Field;
  error: string | undefined;
  onChanged: () => void;
}

function DraftField({ name, field, error, handle, onChanged, ...props }: DraftFieldProps) {
  const { texts, files } = handle.draft;
  const comment = props.comments[name];
  const keeps = props.keeps?.[name];
  const note = comment && (
    <span className={layout.said} data-state="ASKED">
      <IconMessage2Exclamation size={14} aria-hidden />
      <span>Reviewer: {comment}</span>
    </span>
  );
  if (field.kind === 'file') {
    return (
      <FileInput
        field={field}
        error={error}
        note={note}
        file={files[name] ?? null}
        registered={handle.stored[name]}
        onCheck={handle.addCheck}
        onChange={(file) => {
          handle.setFile(name, file);
          onChanged();
        }}
      />
    );
  }
  return (
    <FormControl
      name={name}
      field={field}
      error={error}
      note={note ?? (keeps && `Leave empty to keep ${keeps}`)}
      required={keeps === undefined}
      value={texts[name] ?? ''}
      options={props.loaded[name]}
      onChange={(value, label) => {
        handle.setText(name, textOf(value), label);
        onChanged();
      }}
    />
  );
}

/** The form of a draft. It is validated as a whole; the first invalid field gets the focus. */
export function DraftForm(props: DraftFormProps) {
  const { sets, handle, refused, onRefused, failure, notice } = props;
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<DraftErrors>({ message: null, errors: {} });
  const focusFirst = useFocusFirst();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const draft = await handle.settled();
    const wrong = props.check(draft);
    // A refused file is not in the draft: without this check it would be left out silently.
    const refusedFile = form.current?.querySelector('input[type=file][aria-invalid=true]');
    setFound(wrong ?? { message: null, errors: {} });
    if (wrong || refusedFile) focusFirst(form.current);
    else props.onPassed(draft);
  };
  const changed = (key: string) => {
    setFound(({ errors }) => ({ message: null, errors: withoutError(errors, key) }));
    onRefused(withoutError(refused, key));
  };
  const message = found.message ?? failure;
  return (
    <form ref={form} noValidate className={layout.below} onSubmit={(event) => void submit(event)}>
      {notice && <div className={layout.above}>{notice}</div>}
      <FieldSets
        sets={sets}
        renderInput={(name, field) => (
          <DraftField
            {...props}
            name={name}
            field={field}
            error={found.errors[name] ?? refused[name]}
            onChanged={() => changed(name)}
          />
        )}
      />
      <div className={layout.messages} role="alert">
        {message && <NoteBox tone="bad">{message}</NoteBox>}
      </div>
      <div className={`${layout.end} ${layout.below}`}>{props.actions}</div>
    </form>
  );
}
