import { Anchor, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { config } from '#platform/config/config.ts';
import { now } from '#platform/device/page.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { PhoneField, TextField } from '#ui/form/text-field.tsx';
import { GuestCard, useConfigured } from '#ui/shell/guest-card.tsx';
import { GuestForm, OutsideAccounts } from '#ui/shell/guest-form.tsx';
import classes from '#ui/shell/guest.module.css';
import layout from '#ui/shell/layout.module.css';
import { CodeStep } from '#ui/steps/code-step.tsx';
import { PersonalStep } from './personal-step.tsx';
import { signUp, type SignUpDraft, signUpDraft, stepText, useSignUp } from './sign-up-draft.ts';

const back = () => signUp({ kind: 'back' });

/** Actions, phone rules and contract, loaded while the email is being typed. */
const actions = () => import('./sign-up-actions.ts');

const link = (href: string, text: string) => (
  <Anchor href={href} target="_blank" rel="noopener" inherit>
    {text}
  </Anchor>
);

function Terms() {
  const terms = useConfigured(({ documents }) => documents.terms);
  const privacy = useConfigured(({ documents }) => documents.privacy);
  const consumer = useConfigured(({ documents }) => documents.consumer);
  return (
    <p className={`${layout.when} ${classes['hint']}`}>
      By clicking Next you agree to the merchant {link(terms, 'Terms of Use')}, the{' '}
      {link(privacy, 'Privacy Policy')} and the {link(consumer, 'Consumer Protection Policy')}.
    </p>
  );
}

const NextButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" size="md" loading={busy}>
    Next
  </Button>
);

/**
 * The first step. An uncontrolled input: text typed before hydration must not be overwritten by an
 * older state.
 */
function EmailStep({ email }: { email: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    if (field.value === '') {
      field.value = signUpDraft().email;
      // Selected, so that text which is being typed replaces the draft.
      if (document.activeElement === field) field.select();
    } else {
      signUp({ kind: 'typed', field: 'email', value: field.value });
      void actions();
    }
  }, []);
  const next = () =>
    run(async () => {
      setError(undefined);
      setError(await (await actions()).takeEmail(input.current?.value ?? ''));
    });
  return (
    <GuestCard heading="Let's get started!" step={stepText('EMAIL')}>
      <p className={classes['lead']}>
        You will be ready in under 5 minutes. Please have your legal business documents ready.
      </p>
      <GuestForm onSubmit={next}>
        <TextField
          ref={input}
          label="Business email"
          placeholder="Your business email"
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          required
          withAsterisk={false}
          defaultValue={email}
          error={error}
          onFocus={() => void actions()}
          onChange={(event) =>
            signUp({ kind: 'typed', field: 'email', value: event.currentTarget.value })
          }
        />
        <NextButton busy={busy} />
      </GuestForm>
      <Terms />
      <p className={`${layout.when} ${classes['hint']}`}>
        You have an account?{' '}
        <Anchor href="/auth/login" inherit>
          Log in
        </Anchor>
      </p>
    </GuestCard>
  );
}

/** The second step: a mobile number, to which a code is sent. */
function PhoneStep({ phone }: { phone: string }) {
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const next = () =>
    run(async () => {
      setError(undefined);
      setError(await (await actions()).takePhone(phone));
    });
  const judge = async () => {
    if (phone !== '') setError((await actions()).phoneHint(phone));
  };
  return (
    <GuestCard
      heading="Enter your Phone Number"
      step={stepText('PHONE_NUMBER')}
      entered
      onBack={back}
    >
      <p className={classes['lead']}>
        Enter a number registered in your legal names to receive a 5 digit verification code
      </p>
      <GuestForm onSubmit={next}>
        <PhoneField
          value={phone}
          error={error}
          onBlur={() => void judge()}
          onChange={(value) => {
            setError(undefined);
            signUp({ kind: 'typed', field: 'phone', value });
          }}
        />
        <NextButton busy={busy} />
      </GuestForm>
    </GuestCard>
  );
}

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
      step={stepText(draft.step)}
      resendAt={draft.resendAt}
      onBack={back}
      onVerify={async (digits) => (await actions()).tryCode(digits)}
      onResend={async () => (await actions()).resendCode()}
      onDone={() => signUp({ kind: 'code-right', at: now() })}
    />
  );
}

function SignUpDone() {
  return (
    <GuestCard
      heading="Your account was created!"
      centred
      entered
      icon={<IconCheck size={40} aria-hidden />}
    >
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

function SignUp() {
  const draft = useSignUp();
  // The step name as a data attribute, for tests.
  return (
    <div data-step={draft.step}>
      <SignUpStep draft={draft} />
    </div>
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
