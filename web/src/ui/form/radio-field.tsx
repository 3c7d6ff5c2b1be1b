import '@mantine/core/styles/Radio.css';
import { Radio } from '@mantine/core';
import { FieldError } from './text-field.tsx';
import css from './form.module.css';

interface RadioFieldProps {
  name: string;
  label: string;
  /** Each with a sentence that says when it is chosen. */
  choices: readonly { value: string; label: string; text: string }[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A choice of few things that need a sentence each. */
export function RadioField({ name, label, choices, value, error, onChange }: RadioFieldProps) {
  return (
    <Radio.Group
      name={name}
      label={label}
      size="md"
      value={value}
      onChange={onChange}
      error={error && <FieldError>{error}</FieldError>}
    >
      <div className={css.radios}>
        {choices.map((choice, at) => (
          <Radio
            key={choice.value}
            size="md"
            value={choice.value}
            label={choice.label}
            description={choice.text}
            // The first one gets the focus where none is chosen.
            aria-invalid={error !== undefined && at === 0}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
