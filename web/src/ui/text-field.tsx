import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './guest.module.css';
import { WarningIcon } from './guest-icons.tsx';

interface TextFieldProps extends Omit<TextInputProps, 'description' | 'error'> {
  /** Shown below the input, until a fault takes its place. */
  hint?: ReactNode;
  fault?: string | undefined;
}

/** A labelled input with a hint below, or a fault in its place. */
export function TextField({ hint, fault, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      size="md"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={fault ? undefined : hint}
      error={
        fault && (
          <span className={classes['fault']}>
            <WarningIcon />
            <span>{fault}</span>
          </span>
        )
      }
    />
  );
}
