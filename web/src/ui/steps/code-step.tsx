import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { now } from '#platform/device/device-clock.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { CodeInput, type CodeState } from './code-input.tsx';
import { CODE_LENGTH, secondsUntil } from './code-rules.ts';
import { GuestCard, GuestForm } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';

/** What became of a code, or of asking for another: done, or a sentence for the person. */
export type CodeOutcome = { kind: 'done' } | { kind: 'error'; message: string };

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
      {props.hint && <p className={classes['small']}>{props.hint}</p>}
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
  const [said, setAnnouncement] = useState('');
  const [busy, run] = useBusy();
  const resend = () =>
    run(async () => {
      setAnnouncement('');
      const outcome = await onResend();
      setAnnouncement(outcome.kind === 'done' ? 'We have sent you another code.' : outcome.message);
    });
  return (
    <div className={classes['resend']}>
      {left > 0 ? (
        <span>No code yet? You can ask for another in {left} s.</span>
      ) : (
        <button
          type="button"
          className={classes['link']}
          disabled={busy}
          onClick={() => void resend()}
        >
          Send another code
        </button>
      )}
      <output>{said}</output>
    </div>
  );
}
