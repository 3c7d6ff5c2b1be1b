import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { CodeStep } from '#ui/steps/code-step.tsx';
import { GuestCard } from '#ui/shell/guest-card.tsx';
import { CheckIcon } from '#ui/shell/guest-icons.tsx';
import classes from '#ui/shell/guest.module.css';
import { NewPasswordStep } from './new-password-step.tsx';
import { ResetEmailStep } from './reset-email-step.tsx';
import { resetWords } from './reset-machine.ts';
import { reset, useReset } from './reset-store.ts';

const actions = () => import('./reset-actions.ts');

function ResetDone() {
  return (
    <GuestCard heading="Your password was changed" centred entered icon={<CheckIcon />}>
      <p className={classes['lead']}>
        You have been signed out everywhere. Please sign in with your new password.
      </p>
      <Button component="a" href="/auth/login" size="md" className={classes['action']}>
        Login
      </Button>
    </GuestCard>
  );
}

/** Sets a new password with a code from an email. */
export default function PasswordResetPage() {
  const state = useReset();
  useEffect(() => {
    void actions().then(({ resume }) => resume());
  }, []);
  switch (state.step) {
    case 'EMAIL':
      return <ResetEmailStep email={state.email} />;
    case 'CODE':
      return (
        <CodeStep
          heading="Verify your Email"
          text={`Enter the 5 digit verification code sent to your email ${state.email}`}
          step={resetWords(state)}
          resendAt={state.resendAt}
          onBack={() => reset({ kind: 'back' })}
          onVerify={async (digits) => (await actions()).checkCode(state.email, digits)}
          onResend={async () => (await actions()).resendCode(state.email)}
          onDone={() => reset({ kind: 'verified', email: state.email })}
        />
      );
    case 'PASSWORD':
      return <NewPasswordStep email={state.email} />;
    case 'SUCCESS':
      return <ResetDone />;
  }
}
