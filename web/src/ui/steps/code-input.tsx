import type { Ref } from 'react';
import { CODE_LENGTH } from './code-rules.ts';
import classes from '#ui/shell/guest.module.css';
import { CheckIcon, WarningIcon } from '#ui/shell/guest-icons.tsx';

/** How the code on the screen stands (specification, 4.3). */
export type CodeState = 'DEFAULT' | 'PROCESSING' | 'SUCCESS' | 'ERROR';

const PLACES = Array.from({ length: CODE_LENGTH }, (_, place) => place);

const STATE_TEXTS = { DEFAULT: '', PROCESSING: 'Checking the code…', SUCCESS: 'The code is right' };

interface CodeInputProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  state: CodeState;
  error?: string | undefined;
  onChange: (digits: string) => void;
}

/**
 * One input for all digits, so that pasting, autofill from an SMS and screen readers just work; the
 * places of the digits are drawn behind it.
 */
export function CodeInput({ ref, value, state, error, onChange }: CodeInputProps) {
  const said = state === 'ERROR' ? error : STATE_TEXTS[state];
  return (
    <div>
      <label className={classes['codeLabel']} htmlFor="code">
        Verification code
      </label>
      <div className={classes['codePlaces']} data-state={state}>
        {PLACES.map((place) => (
          <span key={place} aria-hidden="true" />
        ))}
        <input
          ref={ref}
          id="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          // Pasted codes carry spaces and hyphens; what is not a digit falls away below.
          maxLength={CODE_LENGTH + 6}
          required
          readOnly={state === 'PROCESSING' || state === 'SUCCESS'}
          aria-invalid={state === 'ERROR'}
          aria-describedby="code-state"
          value={value}
          onChange={(event) =>
            onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))
          }
        />
      </div>
      <p id="code-state" role="alert" className={classes['codeState']} data-state={state}>
        {state === 'ERROR' && <WarningIcon />}
        {state === 'SUCCESS' && <CheckIcon size={16} />}
        <span>{said}</span>
      </p>
    </div>
  );
}
