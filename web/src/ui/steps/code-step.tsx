import { Button, Input } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { now } from '#platform/device/page.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { CODE_LENGTH, secondsUntil } from './step-texts.ts';
import { GuestCard } from '#ui/shell/guest-card.tsx';
import { GuestForm } from '#ui/shell/guest-form.tsx';
import classes from '#ui/shell/guest.module.css';
import layout from '#ui/shell/layout.module.css';

/** The result of checking a code, or of requesting another one. `message` is shown. */
export type CodeOutcome = { kind: 'done' } | { kind: 'error'; message: string };

/** The state of the code on the screen (specification, 4.3). */
type CodeState = 'DEFAULT' | 'PROCESSING' | 'SUCCESS' | 'ERROR';

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
function CodeInput({ ref, value, state, error, onChange }: CodeInputProps) {
  const text = state === 'ERROR' ? error : STATE_TEXTS[state];
  return (
    <div>
      <Input.Label size="md" htmlFor="code">
        Verification code
      </Input.Label>
      <div className={classes['places']} data-state={state}>
        {PLACES.map((place) => (
          <span key={place} aria-hidden="true" />
        ))}
        <input
          ref={ref}
          id="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          // Pasted codes may have spaces and hyphens, which are removed below.
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
      <p
        id="code-state"
        role="alert"
        className={`${layout.said} ${classes['state']}`}
        data-state={state}
      >
        {state === 'ERROR' && <IconAlertCircle size={16} aria-hidden />}
        {state === 'SUCCESS' && <IconCheck size={16} aria-hidden />}
        <span>{text}</span>
      </p>
    </div>
  );
}

interface CodeStepProps {
  heading: string;
  text: string;
  /** Small, below the code. */
  hint?: string;
  step: string;
  /** When another code may be asked for, in milliseconds since 1970. */
  resendAt: number;
  onBack: () => void;
  onVerify: (digits: string) => Promise<CodeOutcome>;
  onResend: () => Promise<CodeOutcome>;
  /** Called a moment after the code was right. */
  onDone: () => void;
}

/** Milliseconds for which a right code is shown as such. */
const SHOWN_MS = 500;
const MISSING = 'Sorry, please check your number and try again';

/** The step on which a code from an email or an SMS is entered. */
export function CodeStep(props: CodeStepProps) {
  const [digits, setDigits] = useState('');
  const [state, setState] = useState<CodeState>('DEFAULT');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const refuse = (message: string) => {
    setState('ERROR');
    setError(message);
    setDigits('');
    input.current?.focus();
  };
  const verify = async (given: string) => {
    if (state === 'PROCESSING' || state === 'SUCCESS') return;
    if (given.length < CODE_LENGTH) {
      setState('ERROR');
      setError(MISSING);
      return;
    }
    setError(undefined);
    setState('PROCESSING');
    const outcome = await props.onVerify(given);
    if (outcome.kind === 'error') return refuse(outcome.message);
    setState('SUCCESS');
    setTimeout(props.onDone, SHOWN_MS);
  };
  const change = (given: string) => {
    setDigits(given);
    if (state === 'ERROR') setState('DEFAULT');
    if (given.length === CODE_LENGTH) void verify(given);
  };

  return (
    <GuestCard heading={props.heading} step={props.step} onBack={props.onBack}>
      <p className={classes['lead']}>{props.text}</p>
      <GuestForm onSubmit={() => verify(digits)}>
        <CodeInput ref={input} value={digits} state={state} error={error} onChange={change} />
        <Button type="submit" size="md" loading={state === 'PROCESSING'}>
          Verify
        </Button>
      </GuestForm>
      {props.hint && <p className={`${layout.when} ${classes['hint']}`}>{props.hint}</p>}
      <ResendLine resendAt={props.resendAt} onResend={props.onResend} />
    </GuestCard>
  );
}

function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment, now()));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(moment, now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}

function ResendLine({ resendAt, onResend }: Pick<CodeStepProps, 'resendAt' | 'onResend'>) {
  const left = useSecondsUntil(resendAt);
  const [announcement, setAnnouncement] = useState('');
  const [busy, run] = useBusy();
  const resend = () =>
    run(async () => {
      setAnnouncement('');
      const outcome = await onResend();
      setAnnouncement(outcome.kind === 'done' ? 'We have sent you another code.' : outcome.message);
    });
  return (
    <div className={`${layout.dimmed} ${classes['hint']}`}>
      {left > 0 ? (
        <span>No code yet? You can ask for another in {left} s.</span>
      ) : (
        <button type="button" className={layout.link} disabled={busy} onClick={() => void resend()}>
          Send another code
        </button>
      )}
      <output>{announcement}</output>
    </div>
  );
}
