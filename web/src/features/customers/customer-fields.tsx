import type { TextInputProps } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';
import type { CustomerErrors, CustomerTexts } from '#features/customers/customer-draft.ts';
import {
  CUSTOMER_FIELDS,
  CUSTOMER_LABELS,
  type CustomerField,
} from '#features/customers/customer-words.ts';
import { PhoneField } from '#ui/form/phone-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import css from './customers.module.css';

const CONTROLS: Record<CustomerField, TextInputProps & { hint?: string }> = {
  firstName: { required: true },
  middleName: { hint: 'If they have one' },
  lastName: { required: true },
  customerReferenceNumber: {
    required: true,
    hint: 'Your own number or code for them, a different one for each customer',
  },
  phoneNumber: { hint: 'A phone number or an email is needed' },
  email: { type: 'email', inputMode: 'email', placeholder: 'name@example.com' },
};

interface CustomerFieldsProps {
  /** The form's id, for its button outside of it. */
  id: string;
  texts: CustomerTexts;
  errors: CustomerErrors;
  onChange: (field: CustomerField, text: string) => void;
  onSubmit: () => Promise<void>;
  /** What stands above the fields. */
  children?: ReactNode;
}

type OneProps = Pick<CustomerFieldsProps, 'texts' | 'errors' | 'onChange'> & {
  field: CustomerField;
};

function OneField({ field, texts, errors, onChange }: OneProps) {
  const { hint, ...control } = CONTROLS[field];
  const label = CUSTOMER_LABELS[field];
  if (field === 'phoneNumber') {
    return (
      <PhoneField
        label={label}
        required={false}
        autoComplete="off"
        note={hint}
        error={errors[field]}
        value={texts[field]}
        onChange={(text) => onChange(field, text)}
      />
    );
  }
  return (
    <TextField
      {...control}
      label={label}
      withAsterisk={false}
      // These are the names of somebody else than the person who types.
      autoComplete="off"
      hint={hint}
      error={errors[field]}
      value={texts[field]}
      onChange={(event) => onChange(field, event.currentTarget.value)}
    />
  );
}

/** Leads to the first field that was refused; where the form was sent and is empty again, to its first. */
function focusNext(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll('input')];
  const wrong = inputs.find((input) => input.getAttribute('aria-invalid') === 'true');
  const empty = inputs.every(({ value }) => value === '');
  (wrong ?? (empty ? inputs[0] : undefined))?.focus();
}

/** The form of a customer. Enter sends it; the first field that is refused gets the focus. */
export function CustomerFields(props: CustomerFieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = async () => {
    await props.onSubmit();
    // In the next frame what was found wrong is drawn.
    requestAnimationFrame(() => form.current && focusNext(form.current));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form id={props.id} ref={form} noValidate onSubmit={send}>
      {props.children}
      <div className={css.fields}>
        {CUSTOMER_FIELDS.map((field) => (
          <OneField
            key={field}
            field={field}
            texts={props.texts}
            errors={props.errors}
            onChange={props.onChange}
          />
        ))}
      </div>
    </form>
  );
}
