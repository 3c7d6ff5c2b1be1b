import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#ui/shell/guest.module.css';
import { WarningIcon } from '#ui/shell/guest-icons.tsx';

interface TextFieldProps extends Omit<TextInputProps, 'description' | 'error'> {
  /** Shown below the input, until a fault takes its place. */
  hint?: ReactNode;
  error?: string | undefined;
}

/** A labelled input with a hint below, or a fault in its place. */
export function TextField({ hint, error, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      size="md"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={error ? undefined : hint}
      error={
        error && (
          <span className={classes['fault']}>
            <WarningIcon />
            <span>{error}</span>
          </span>
        )
      }
    />
  );
}
