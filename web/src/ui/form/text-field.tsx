import { TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import layout from '#ui/shell/layout.module.css';

export function FieldError({ children }: { children: string }) {
  return (
    <span className={layout.said} data-state="ERROR">
      <IconAlertCircle size={16} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

interface TextFieldProps extends Omit<TextInputProps, 'description' | 'error'> {
  /** Shown below the input while there is no error. */
  hint?: ReactNode;
  error?: string | undefined;
}

/** A labelled input with a hint below, or an error in place of the hint. */
export function TextField({ hint, error, size = 'md', ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      size={size}
      description={error ? undefined : hint}
      error={error && <FieldError>{error}</FieldError>}
    />
  );
}

interface PhoneFieldProps {
  value: string;
  label?: string;
  placeholder?: string | undefined;
  /** False where the form can be sent without it. */
  required?: boolean;
  /** The `autocomplete` attribute. Default: the person's own number. */
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
      leftSection={<span className={layout.dimmed}>+256</span>}
      leftSectionWidth={60}
      value={props.value}
      hint={note}
      error={error}
      onBlur={props.onBlur}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
