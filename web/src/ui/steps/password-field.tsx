import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import classes from '#ui/shell/guest.module.css';
import { type PasswordVerdict, verdictText } from './password-strength.ts';
import { TextField } from '#ui/form/text-field.tsx';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  verdict: PasswordVerdict;
  error?: string | undefined;
}

/** A new password: can be shown, and says how good it is while it is typed. */
export function PasswordField({ label, value, onChange, verdict, error }: PasswordFieldProps) {
  const [open, setOpen] = useState(false);
  const Eye = open ? IconEyeOff : IconEye;
  return (
    <div>
      <TextField
        label={label}
        type={open ? 'text' : 'password'}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)}
        hint={verdictText(verdict)}
        error={error}
        rightSectionPointerEvents="all"
        rightSection={
          <button
            type="button"
            className={classes['eye']}
            aria-label={open ? 'Hide password' : 'Show password'}
            onClick={() => setOpen(!open)}
          >
            <Eye size={20} aria-hidden />
          </button>
        }
      />
      <div className={classes['meter']} data-score={verdict.score} aria-hidden="true" />
    </div>
  );
}
