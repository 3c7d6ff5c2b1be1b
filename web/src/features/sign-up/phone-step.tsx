import { Button } from '@mantine/core';
import { useState } from 'react';
import { useBusy } from '#ui/feedback/busy.ts';
import { GuestCard, GuestForm } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';
import { PhoneField } from '#ui/form/text-field.tsx';
import { stepWords } from './sign-up-machine.ts';
import { signUp } from './sign-up-store.ts';

const actions = () => import('./sign-up-actions.ts');

/** The second step: a mobile number, to which a code is sent. */
export function PhoneStep({ phone }: { phone: string }) {
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
      step={stepWords('PHONE_NUMBER')}
      entered
      onBack={() => signUp({ kind: 'back' })}
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
        <Button type="submit" size="md" loading={busy}>
          Next
        </Button>
      </GuestForm>
    </GuestCard>
  );
}
