import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import layout from '#ui/shell/layout.module.css';
import { type PasswordResult, passwordText } from './password-strength.ts';
import { TextField } from '#ui/form/text-field.tsx';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  result: PasswordResult;
  error?: string | undefined;
}

/** The colour and the length of the bar, by the score of the password. */
const SCORES = [
  { tone: 'red', percent: 4 },
  { tone: 'yellow', percent: 40 },
  { tone: 'teal', percent: 70 },
  { tone: 'teal', percent: 100 },
] as const;

/** A new password: can be shown, and says how good it is while it is typed. */
export function PasswordField({ label, value, onChange, result, error }: PasswordFieldProps) {
  const [open, setOpen] = useState(false);
  const Eye = open ? IconEyeOff : IconEye;
  const { tone, percent } = SCORES[result.score];
  return (
    <div className={layout.tight}>
      <TextField
        label={label}
        type={open ? 'text' : 'password'}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)}
        hint={passwordText(result)}
        error={error}
        rightSectionPointerEvents="all"
        rightSection={
          <button
            type="button"
            className="tegeka-round"
            aria-label={open ? 'Hide password' : 'Show password'}
            onClick={() => setOpen(!open)}
          >
            <Eye size={20} aria-hidden />
          </button>
        }
      />
      <progress
        className={layout.progress}
        data-tone={tone}
        max={100}
        value={percent}
        aria-hidden="true"
      />
    </div>
  );
}
