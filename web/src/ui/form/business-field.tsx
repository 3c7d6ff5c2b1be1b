import { NativeSelect } from '@mantine/core';
import type { Bank } from '@tegeka/contract/banks.ts';
import { ACCOUNT_TYPES, COUNTRY_NAMES, INDUSTRIES } from '@tegeka/contract/merchants.ts';
import type { ReactNode } from 'react';
import { TEXT_CONTROLS } from '#ui/form/business-controls.ts';
import type { TextField as TextName } from '#ui/form/business-draft.ts';
import { ACCOUNT_TYPE_LABELS, FORM_LABELS } from '#ui/form/business-labels.ts';
import { FieldComment, FieldError } from '#ui/form/field-note.tsx';
import { PhoneField } from '#ui/form/phone-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';

interface Option {
  value: string;
  label: string;
}

const optionOf = (word: string): Option => ({ value: word, label: word });

const OPTIONS: Partial<Record<TextName, readonly Option[]>> = {
  industry: INDUSTRIES.map(optionOf),
  country: COUNTRY_NAMES.map(optionOf),
  accountType: ACCOUNT_TYPES.map((type) => ({
    value: type,
    label: ACCOUNT_TYPE_LABELS[type] ?? type,
  })),
};

interface FieldProps {
  field: TextName;
  value: string;
  error: string | undefined;
  comment: string | undefined;
  banks: readonly Bank[] | null;
  /** What stays when nothing is typed; without it something must be. */
  keeps?: string | undefined;
  onChange: (text: string, shown: string) => void;
}

/** What stands under a field: the reviewer's comment, or a hint. */
export function noteOf(comment: string | undefined, hint: string | undefined): ReactNode {
  return comment ? <FieldComment>{comment}</FieldComment> : hint;
}

/** One field of the registration, with its comment, hint or fault. */
export function BusinessField(props: FieldProps) {
  const { field, value, error, comment, banks, keeps, onChange } = props;
  const { hint, ...control } = TEXT_CONTROLS[field] ?? {};
  const options =
    field === 'bank'
      ? (banks ?? []).map(({ id, name }) => ({ value: id, label: name }))
      : OPTIONS[field];
  const label = FORM_LABELS[field];
  const note = noteOf(comment, keeps === undefined ? hint : `Leave empty to keep ${keeps}`);
  if (field === 'phoneNumber') {
    return (
      <PhoneField
        label={label}
        placeholder={control.placeholder ?? ''}
        note={note}
        error={error}
        value={value}
        onChange={(text) => onChange(text, text)}
      />
    );
  }
  if (options) {
    return (
      <NativeSelect
        label={label}
        required
        withAsterisk={false}
        size="md"
        inputWrapperOrder={['label', 'input', error ? 'error' : 'description']}
        description={note}
        error={error && <FieldError>{error}</FieldError>}
        value={options.some((option) => option.value === value) ? value : ''}
        disabled={field === 'bank' && !banks}
        data={[{ value: '', label: 'Choose…', disabled: true }, ...options]}
        onChange={({ currentTarget: select }) =>
          onChange(select.value, select.selectedOptions[0]?.text ?? '')
        }
      />
    );
  }
  return (
    <TextField
      {...control}
      label={label}
      required={keeps === undefined}
      withAsterisk={false}
      hint={note}
      error={error}
      value={value}
      onChange={({ currentTarget: input }) => onChange(input.value, input.value)}
    />
  );
}
