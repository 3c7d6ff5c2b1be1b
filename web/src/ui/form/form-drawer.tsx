import { Button } from '@mantine/core';
import type { Field, FieldOption } from '@tegeka/contract/kit/fields.ts';
import type { StoredFile } from '@tegeka/contract/files.ts';
import type { Endpoint, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { nameInTab } from '#platform/device/draft-storage.ts';
import { type DraftHandle, useDraft } from '#platform/session/use-draft.ts';
import { useBusy, useFocusFirst } from '#ui/feedback/busy.ts';
import { Drawer, DrawerContent } from '#ui/detail/drawer.tsx';
import { FlashMessage, flashMessage } from '#ui/feedback/flash-message.tsx';
import { ConflictForm } from './conflict-form.tsx';
import { type FormTask, useEntityForm } from './entity-form.ts';
import { ChoiceControl, FieldSets, FormControl } from './form-control.tsx';
import {
  type FormDraft,
  type FormValue,
  type FormValues,
  isShown,
  parseFormDraft,
  textOf,
} from './form-values.ts';
import type { Choices } from './lookup-choice.ts';
import { FormFailure, FormFoot, FormFoundAgain } from './form-notes.tsx';
import layout from '#ui/shell/layout.module.css';

interface EntityFormProps<E extends Endpoint> extends Omit<FormTask<E>, 'onUnchanged'> {
  /** The flash message after saving, and its place. Then the form closes. */
  done?: { place: string; message: (saved: OutputOf<E>) => string };
  /** Replaces `done` and closing. Not called if the form stays open for another entity. */
  onDone?: (saved: OutputOf<E>) => void;
  heading: string;
  /** The word on the button. */
  action: string;
  /** The name of the draft, such as 'customer new'. */
  draft: string;
  /** Options that are only known at run time, by field. */
  options?: Readonly<Record<string, readonly FieldOption[]>>;
  /** Choices that come from the server, by field. */
  choices?: Readonly<Record<string, Choices>>;
  /** Inputs of another kind than those of {@link FormControl}, by field. */
  inputs?: Readonly<Record<string, (input: CustomInput, values: FormValues) => ReactNode>>;
  /** Content above the fields. */
  note?: ReactNode;
  /** Renders content below the fields from the present values. */
  renderPreview?: (values: FormValues) => ReactNode;
  /** Stored files by field, which stay unless they are replaced. */
  stored?: Readonly<Record<string, StoredFile | null>>;
  /** Why nothing can be saved for now, in words; null where it can. */
  blocked?: string | null;
  /** The flash message of 'Save and add another'. Absent if the form has no such button. */
  another?: (saved: OutputOf<E>) => string;
  onClose: () => void;
}

/** The props of an input in `inputs`. */
export interface CustomInput {
  value: string;
  error: string | undefined;
  onChange: (value: FormValue) => void;
}

interface FormFieldProps<E extends Endpoint> {
  task: EntityFormProps<E>;
  form: ReturnType<typeof useEntityForm<E>>['form'];
}

/** The input of a field: its own from `inputs`, a select with loaded choices, or that of its kind. */
function FormField<E extends Endpoint>(
  props: FormFieldProps<E> & { name: string; field: Field },
): ReactNode {
  const { task, form, name, field } = props;
  const found = form.errors[name];
  const error = typeof found === 'string' ? found : undefined;
  const onChange = (value: FormValue) => form.setFieldValue(name, value);
  const own = task.inputs?.[name];
  if (own) return own({ value: textOf(form.values[name]), error, onChange }, form.values);
  const control = { name, field, error, onChange, value: form.values[name] ?? '' };
  const choices = task.choices?.[name];
  if (choices) return <ChoiceControl {...control} choices={choices} />;
  return (
    <FormControl {...control} options={task.options?.[name]} stored={task.stored?.[name] ?? null} />
  );
}

/** The inputs of a catalogue, below the headings of its sections. */
function FormFields<E extends Endpoint>({ task, form }: FormFieldProps<E>) {
  const shown = Object.entries(task.fields).filter(([key]) => isShown(task, key, form.values));
  const sections = [...Map.groupBy(shown, ([, { section }]) => section)];
  return (
    <FieldSets
      sets={sections.map(([title, fields]) => ({ title, fields: Object.fromEntries(fields) }))}
      renderInput={(name, field) => <FormField task={task} form={form} name={name} field={field} />}
    />
  );
}

interface LoadedFormProps<E extends Endpoint> {
  task: EntityFormProps<E>;
  draft: DraftHandle<FormDraft>;
}

/** Leaves a form that is saved. */
function leave<E extends Endpoint>(task: EntityFormProps<E>, saved: OutputOf<E>): void {
  const { done, onDone, onClose } = task;
  if (onDone) return onDone(saved);
  if (done) flashMessage({ place: done.place, message: done.message(saved) });
  onClose();
}

/** The form, once the stored draft is read. */
function LoadedForm<E extends Endpoint>({ task, draft }: LoadedFormProps<E>) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const stays = useRef(false);
  const [saving, run] = useBusy();
  const focusFirst = useFocusFirst();
  const state = useEntityForm(
    {
      ...task,
      onUnchanged: task.onClose,
      onSaved: (saved) => {
        task.onSaved(saved);
        if (!stays.current || !task.another) return leave(task, saved);
        state.startOver();
        flashMessage({ place: task.draft, message: task.another(saved) });
        element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
      },
    },
    draft,
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      // A refused file is not among the values: without this check it would be left out silently.
      const refused = element.current?.querySelector('input[type=file][aria-invalid=true]');
      const { hasErrors } = state.form.validate();
      if (!hasErrors && !refused) await state.send(state.form.getValues());
    });
    stays.current = false;
    focusFirst(element.current);
  };
  const { newer, versions } = state;
  // Not of type submit, so that Enter in a field presses the primary button.
  const another = task.another && !task.blocked && (
    <Button
      variant="default"
      form={id}
      disabled={saving}
      onClick={(event) => {
        stays.current = true;
        event.currentTarget.form?.requestSubmit();
      }}
    >
      Save and add another
    </Button>
  );
  const foot = (
    <FormFoot
      form={id}
      action={task.action}
      saving={saving}
      blocked={task.blocked ?? null}
      beside={another}
      onClose={task.onClose}
    />
  );
  return (
    <DrawerContent actions={foot}>
      <FlashMessage place={task.draft} />
      <FormFailure failure={state.failure} lost={draft.lost} />
      {newer && versions ? (
        <ConflictForm
          key={newer.entity.version}
          id={id}
          fields={task.fields}
          options={task.choices ?? {}}
          versions={versions}
          what={task.edit?.what ?? ''}
          by={newer.by}
          at={newer.at}
          onSettle={(values) => void run(() => state.settle(values))}
        />
      ) : (
        <form id={id} ref={element} noValidate onSubmit={(event) => void submit(event)}>
          {state.found && <FormFoundAgain onStartOver={state.startOver} />}
          {task.note && <div className={layout.above}>{task.note}</div>}
          <FormFields task={task} form={state.form} />
          {task.renderPreview?.(state.form.values)}
        </form>
      )}
    </DrawerContent>
  );
}

/** A form over its list, from a catalogue of fields and an endpoint that writes them. */
export function FormDrawer<E extends Endpoint>(task: EntityFormProps<E>) {
  const draft = useDraft(nameInTab(task.draft), (kept) => parseFormDraft(task.fields, kept));
  return (
    <Drawer heading={task.heading} onClose={task.onClose}>
      {draft.found !== undefined && <LoadedForm task={task} draft={draft} />}
    </Drawer>
  );
}
