import { Button } from '@mantine/core';
import { useState } from 'react';
import { useBusy } from '#ui/busy.ts';
import { GuestCard } from '#ui/guest-card.tsx';
import { GuestForm } from '#ui/guest-form.tsx';
import classes from '#ui/guest.module.css';
import { PasswordField } from '#ui/password-field.tsx';
import { judgePassword, verdictText } from '#ui/password-strength.ts';
import { resetWords } from './reset-machine.ts';
import { reset } from './reset-store.ts';

/** The second step: the new password for the email that was verified. */
export function NewPasswordStep({ email }: { email: string }) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, run] = useBusy();
  const verdict = judgePassword(password, [email]);
  const submit = () =>
    run(async () => {
      setFault(undefined);
      if (verdict.fault) return setFault(verdictText(verdict));
      const actions = await import('./reset-actions.ts');
      setFault(await actions.setPassword(password));
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
        {/* Password managers keep the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="New password"
          value={password}
          verdict={verdict}
          fault={fault}
          onChange={setPassword}
        />
        <Button type="submit" size="md" loading={busy}>
          Change password
        </Button>
      </GuestForm>
    </GuestCard>
  );
}
