import type { ReactNode } from 'react';
import classes from '#ui/shell/guest.module.css';
import { TextField } from './text-field.tsx';

interface PhoneFieldProps {
  value: string;
  label?: string;
  placeholder?: string | undefined;
  /** False where the form can be sent without it. */
  required?: boolean;
  /** The browser's help; the person's own number unless told. */
  autoComplete?: string;
  /** Shown below the input while there is no error. */
  note?: ReactNode;
  error?: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** A phone number after the fixed +256. */
export function PhoneField({ label = 'Phone number', note, error, ...props }: PhoneFieldProps) {
  return (
    <TextField
      label={label}
      placeholder={props.placeholder ?? '777XXXXXX'}
      type="tel"
      inputMode="tel"
      autoComplete={props.autoComplete ?? 'tel-national'}
      required={props.required ?? true}
      withAsterisk={false}
      leftSection={<span className={classes['prefix']}>+256</span>}
      leftSectionWidth={60}
      value={props.value}
      hint={note}
      error={error}
      onBlur={props.onBlur}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
