import { Button } from '@mantine/core';
import { useState } from 'react';
import { useBusy } from '#ui/feedback/busy.ts';
import { GuestCard, GuestForm } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';
import { PasswordField } from '#ui/steps/password-field.tsx';
import { judgePassword, verdictText } from '#ui/steps/password-strength.ts';
import { resetWords } from './reset-machine.ts';
import { reset } from './reset-store.ts';

/** The last step: a new password for the verified email. */
export function NewPasswordStep({ email }: { email: string }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const verdict = judgePassword(password, [email]);
  const submit = () =>
    run(async () => {
      setError(undefined);
      if (verdict.error) return setError(verdictText(verdict));
      const actions = await import('./reset-actions.ts');
      setError(await actions.setPassword(password));
    });
  return (
    <GuestCard
      heading="Choose a new password"
      step={resetWords({ step: 'PASSWORD', email })}
      entered
      onBack={() => reset({ kind: 'back' })}
    >
      <p className={classes['lead']}>For {email}</p>
      <GuestForm onSubmit={submit}>
        {/* Password managers save the password under this user name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="New password"
          value={password}
          verdict={verdict}
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
