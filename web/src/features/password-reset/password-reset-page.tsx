import { Anchor, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { config } from '#platform/config/config.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { GuestCard, useConfigured } from '#ui/shell/guest-card.tsx';
import { GuestForm, OutsideAccounts } from '#ui/shell/guest-form.tsx';
import classes from '#ui/shell/guest.module.css';
import { CodeStep } from '#ui/steps/code-step.tsx';
import { PasswordField } from '#ui/steps/password-field.tsx';
import { checkPassword, passwordText } from '#ui/steps/password-strength.ts';
import { goTo, useReset } from './reset-state.ts';

const actions = () => import('./reset-actions.ts');

const FIRST = 'Step 1 of 2';

/**
 * The first step: the email of the account. An uncontrolled input: it keeps text typed before
 * hydration.
 */
function EmailStep({ email }: { email: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const next = () =>
    run(async () => {
      setError(undefined);
      setError(await (await actions()).takeEmail(input.current?.value ?? ''));
    });
  const domain = useConfigured((given) => given.domain);
  const sent = domain === 'MERCHANT' ? 'a 5 digit verification code' : 'a link';
  return (
    <GuestCard heading="Reset your password" step={FIRST}>
      <p className={classes['lead']}>
        Enter the email of your account. If there is one, we send {sent} to it.
      </p>
      <GuestForm onSubmit={next}>
        <TextField
          key={email}
          ref={input}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          required
          withAsterisk={false}
          defaultValue={email}
          error={error}
        />
        <Button type="submit" size="md" loading={busy}>
          Next
        </Button>
      </GuestForm>
      <p className={classes['action']}>
        <Anchor href="/auth/login">Back to login</Anchor>
      </p>
    </GuestCard>
  );
}

/** The last step: a new password, for the verified email or for the account of a link. */
function PasswordStep({ email }: { email: string | null }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const result = checkPassword(password, email === null ? [] : [email]);
  const submit = () =>
    run(async () => {
      setError(undefined);
      if (result.error) return setError(passwordText(result));
      setError(await (await actions()).setPassword(password, email));
    });
  return (
    <GuestCard
      heading="Choose a new password"
      step="Step 2 of 2"
      entered
      onBack={() => goTo({ step: 'EMAIL', email: email ?? '' })}
    >
      {email !== null && <p className={classes['lead']}>For {email}</p>}
      <GuestForm onSubmit={submit}>
        {/* Password managers save the password under this user name. */}
        {email !== null && (
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        )}
        <PasswordField
          label="New password"
          value={password}
          result={result}
          error={error}
          onChange={setPassword}
        />
        <Button type="submit" size="md" loading={busy}>
          Change password
        </Button>
      </GuestForm>
    </GuestCard>
  );
}

/** Sets a new password with a code or a link from an email. */
export default function PasswordResetPage() {
  if (config().ownProvider) return <PasswordReset />;
  return (
    <OutsideAccounts heading="Reset your password">
      Passwords are kept by another sign-in service. Its sign-in page lets you set a new one, or
      your administrator does it for you.
    </OutsideAccounts>
  );
}

function PasswordReset() {
  const state = useReset();
  useEffect(() => {
    const token = location.hash.slice(1);
    // The token can set a password, so it is removed from the address and the history before anything
    // is loaded.
    if (token) history.replaceState(history.state, '', location.pathname);
    void actions().then(({ begin }) => begin(token));
  }, []);
  switch (state.step) {
    case 'EMAIL':
      return <EmailStep email={state.email} />;
    case 'CODE':
      return (
        <CodeStep
          heading="Verify your Email"
          text={`Enter the 5 digit verification code sent to your email ${state.email}`}
          hint="If the email has a link instead of a code, open the link."
          step={FIRST}
          resendAt={state.resendAt}
          onBack={() => goTo({ step: 'EMAIL', email: state.email })}
          onVerify={async (digits) => (await actions()).tryCode(state.email, digits)}
          onResend={async () => (await actions()).resendCode(state.email)}
          onDone={() => goTo({ step: 'PASSWORD', email: state.email })}
        />
      );
    case 'LINK_SENT':
      return (
        <GuestCard
          heading="Check your email"
          step={FIRST}
          entered
          onBack={() => goTo({ step: 'EMAIL', email: state.email })}
        >
          <p className={classes['lead']}>
            If {state.email} has an account, we have sent a link to it. It works once, within 15
            minutes.
          </p>
        </GuestCard>
      );
    case 'PASSWORD':
      return <PasswordStep email={state.email} />;
    case 'SUCCESS':
      return (
        <GuestCard
          heading="Your password was changed"
          centred
          entered
          icon={<IconCheck size={40} aria-hidden />}
        >
          <p className={classes['lead']}>
            You have been signed out everywhere. Please sign in with your new password.
          </p>
          <Button component="a" href="/auth/login" size="md" className={classes['action']}>
            Login
          </Button>
        </GuestCard>
      );
  }
}
