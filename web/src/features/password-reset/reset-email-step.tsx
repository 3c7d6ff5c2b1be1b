import { Anchor, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useBusy } from '#ui/feedback/busy.ts';
import { GuestCard, GuestForm } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';
import { TextField } from '#ui/form/text-field.tsx';
import { NEW_RESET, resetWords } from './reset-machine.ts';

/**
 * The first step: the email of the account. An uncontrolled input: it keeps text typed before
 * hydration.
 */
export function ResetEmailStep({ email }: { email: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const next = () =>
    run(async () => {
      setError(undefined);
      const { takeEmail } = await import('./reset-actions.ts');
      setError(await takeEmail(input.current?.value ?? ''));
    });
  return (
    <GuestCard heading="Reset your password" step={resetWords(NEW_RESET)}>
      <p className={classes['lead']}>
        Enter the email of your account. If there is one, we send a 5 digit verification code to it.
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
