import { Checkbox, NativeSelect, Skeleton, Textarea } from '@mantine/core';
import type { StoredFile } from '@tegeka/contract/files.ts';
import type { Field, FieldOption, Fields } from '@tegeka/contract/kit/fields.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { ChoicesFailed } from '#ui/feedback/note-box.tsx';
import { FileInput } from '#ui/form/draft/file-input.tsx';
import { type Choices, useChoices } from './lookup-choice.ts';
import { type FormValue, textOf } from './form-values.ts';
import { FieldError, PhoneField, TextField } from './text-field.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './form.module.css';

// Loaded on demand: the forms of people who are not signed in have no days.
const DayField = lazy(async () => ({ default: (await import('./day-field.tsx')).DayField }));

interface FormControlProps {
  name: string;
  field: Field;
  value: FormValue;
  error: string | undefined;
  /** For a file: the stored one, which stays unless it is replaced. */
  stored?: StoredFile | null;
  /** Replaces the hint. */
  note?: ReactNode;
  /** For a select with options from the server. Null until they are loaded. */
  options?: readonly FieldOption[] | null | undefined;
  /** False if it may be left empty although the field is required. */
  required?: boolean;
  /** `label` is the label of a choice whose options come from the server. */
  onChange: (value: FormValue, label?: string) => void;
}

/** A group of fields. `part` is its element id, for links to it. */
export interface FieldSet {
  part?: string;
  title?: string | undefined;
  fields: Fields;
}

interface FieldSetsProps {
  sets: readonly FieldSet[];
  renderInput: (name: string, field: Field) => ReactNode;
}

/** Files and longer texts take the whole width, and fields that say so. */
const isWide = ({ kind, wide }: Field) => wide === true || kind === 'file' || kind === 'textarea';

/** The inputs of a form, below the headings of their sets. */
export function FieldSets({ sets, renderInput }: FieldSetsProps) {
  return sets.map(({ part, title, fields }) => (
    <fieldset key={title ?? ''} id={part} tabIndex={-1} className={css.set}>
      {title && <legend>{title}</legend>}
      <div className={layout.fields}>
        {Object.entries(fields).map(([name, field]) => (
          <div key={name} className={isWide(field) ? layout.wide : undefined}>
            {renderInput(name, field)}
          </div>
        ))}
      </div>
    </fieldset>
  ));
}

const INPUTS = {
  email: { type: 'email', inputMode: 'email' },
  money: { inputMode: 'numeric', leftSection: 'USh', leftSectionWidth: 52 },
  accountNumber: { inputMode: 'numeric' },
  text: {},
} as const;

/** The input of a field by its kind, with its hint below, or the error in place of the hint. */
export function FormControl(props: FormControlProps) {
  const { name, field, value, error, onChange } = props;
  const { kind, placeholder } = field;
  const label = field.inputLabel ?? field.label;
  const hint = props.note || field.hint;
  const text = textOf(value);
  const common = {
    name,
    label,
    placeholder,
    required: props.required ?? field.optional !== true,
    withAsterisk: false,
    autoComplete: field.autoComplete ?? 'off',
  };
  const noted = {
    size: 'md',
    description: error ? undefined : hint,
    error: error && <FieldError>{error}</FieldError>,
  };
  if (kind === 'checkbox') {
    return (
      <Checkbox
        name={name}
        label={label}
        size="md"
        description={noted.description}
        error={noted.error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (kind === 'file') return <FileControl {...props} />;
  if (kind === 'textarea') {
    return (
      <Textarea
        {...common}
        {...noted}
        rows={3}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (kind === 'select') {
    const options = field.options ?? props.options;
    return (
      <NativeSelect
        {...common}
        {...noted}
        disabled={options === null}
        data={[{ value: '', label: placeholder ?? 'Choose' }, ...(options ?? [])]}
        value={options?.some((option) => option.value === text) ? text : ''}
        onChange={({ currentTarget: select }) =>
          onChange(select.value, field.options ? undefined : select.selectedOptions[0]?.text)
        }
      />
    );
  }
  if (kind === 'date')
    return (
      <Suspense fallback={<Skeleton height={66} />}>
        <DayField
          name={name}
          label={label}
          required={common.required}
          hint={hint}
          error={error}
          value={text}
          onChange={onChange}
        />
      </Suspense>
    );
  if (kind === 'phone')
    return <PhoneField {...common} note={hint} error={error} value={text} onChange={onChange} />;
  return (
    <TextField
      {...common}
      {...INPUTS[kind]}
      {...(field.numeric && { inputMode: 'numeric' })}
      {...(field.maxLength && { maxLength: field.maxLength })}
      hint={hint}
      error={error}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type ChoiceControlProps = Omit<FormControlProps, 'options' | 'note'> & { choices: Choices };

/** A select whose choices come from the server. Says so if they could not be loaded. */
export function ChoiceControl({ choices, error, ...props }: ChoiceControlProps) {
  const { options, isFailed, onRetry } = useChoices(choices);
  return (
    <FormControl
      {...props}
      options={options}
      error={isFailed ? undefined : error}
      note={isFailed && <ChoicesFailed onRetry={onRetry} />}
    />
  );
}

function FileControl({ field, value, error, note, stored, onChange }: FormControlProps) {
  const registered = stored ? ({ kind: 'stored', stored } as const) : undefined;
  const chosen = value instanceof File ? ({ kind: 'chosen', file: value } as const) : null;
  return (
    <FileInput
      field={field}
      file={chosen ?? registered ?? null}
      error={error}
      note={note}
      registered={registered}
      // Before it is sent, the form looks for inputs whose file was refused.
      onCheck={() => undefined}
      onChange={(file) => onChange(file?.kind === 'chosen' ? file.file : null)}
    />
  );
}
