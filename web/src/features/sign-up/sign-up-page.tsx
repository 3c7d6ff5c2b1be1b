import { Button } from '@mantine/core';
import { now } from '#platform/device/device-clock.ts';
import { config } from '#platform/config/config.ts';
import { CodeStep } from '#ui/steps/code-step.tsx';
import { GuestCard, OutsideAccounts } from '#ui/shell/guest-card.tsx';
import { CheckIcon } from '#ui/shell/guest-icons.tsx';
import classes from '#ui/shell/guest.module.css';
import { EmailStep } from './email-step.tsx';
import { PersonalStep } from './personal-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { type SignUpDraft, stepWords } from './sign-up-machine.ts';
import { signUp, useSignUp } from './sign-up-store.ts';

const back = () => signUp({ kind: 'back' });
const done = () => signUp({ kind: 'code-right', at: now() });
const actions = () => import('./sign-up-actions.ts');

function SignUpCode({ draft }: { draft: SignUpDraft }) {
  const email = draft.step === 'EMAIL_CODE';
  return (
    <CodeStep
      key={draft.step}
      heading={email ? 'Verify your Email' : 'Verify Phone Number'}
      text={
        email
          ? `Enter the 5 digit verification code sent to your email ${draft.email}`
          : 'Enter the 5 digit verification code sent to your phone number'
      }
      step={stepWords(draft.step)}
      resendAt={draft.resendAt}
      onBack={back}
      onVerify={async (digits) => (await actions()).checkCode(digits)}
      onResend={async () => (await actions()).resendCode()}
      onDone={done}
    />
  );
}

function SignUpDone() {
  return (
    <GuestCard heading="Your account was created!" centred entered icon={<CheckIcon />}>
      <p className={classes['lead']}>
        Your account has been created succesfully, please login to complete setting up your
        business.
      </p>
      <Button
        component="a"
        href="/auth/login"
        target="_blank"
        rel="noopener"
        size="md"
        className={classes['action']}
      >
        Login
      </Button>
    </GuestCard>
  );
}

/** Creates the account of a merchant's representative, step by step. */
export default function SignUpPage() {
  if (config().ownProvider) return <SignUp />;
  return (
    <OutsideAccounts heading="Create Account">
      Accounts are kept by another sign-in service. Its sign-in page lets you create one, or your
      administrator does it for you. Then sign in here to register your business.
    </OutsideAccounts>
  );
}

function SignUp() {
  const draft = useSignUp();
  // The step name as a data attribute, for tests.
  return (
    <div data-step={draft.step}>
      <SignUpStep draft={draft} />
    </div>
  );
}

function SignUpStep({ draft }: { draft: SignUpDraft }) {
  switch (draft.step) {
    case 'EMAIL':
      return <EmailStep email={draft.email} />;
    case 'PHONE_NUMBER':
      return <PhoneStep phone={draft.phone} />;
    case 'EMAIL_CODE':
    case 'PHONE_CODE':
      return <SignUpCode draft={draft} />;
    case 'PERSONAL_INFO':
      return <PersonalStep draft={draft} />;
    case 'RESET_SUCCESSS':
      return <SignUpDone />;
  }
}
