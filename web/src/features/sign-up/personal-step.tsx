import { Button } from '@mantine/core';
import { useState } from 'react';
import { useBusy } from '#ui/busy.ts';
import { GuestCard } from '#ui/guest-card.tsx';
import { GuestForm } from '#ui/guest-form.tsx';
import { WarningIcon } from '#ui/guest-icons.tsx';
import classes from '#ui/guest.module.css';
import { PasswordField } from '#ui/password-field.tsx';
import { judgePassword, verdictText } from '#ui/password-strength.ts';
import { TextField } from '#ui/text-field.tsx';
import type { PersonalFaults, PersonalField } from './account-creation.ts';
import { type SignUpDraft, stepWords } from './sign-up-machine.ts';
import { signUp } from './sign-up-store.ts';

const MISSING = 'Sorry, please enter all fields to proceed.';

const NAMES = [
  { field: 'firstName', label: 'First Name', autoComplete: 'given-name', maxLength: 60 },
  { field: 'lastName', label: 'Last Name', autoComplete: 'family-name', maxLength: 60 },
  { field: 'businessName', label: 'Business Name', autoComplete: 'organization', maxLength: 120 },
] as const;

/** What is missing, before anything is sent. */
function missing(draft: SignUpDraft, password: string): PersonalFaults | null {
  const faults: PersonalFaults = {};
  for (const { field, label } of NAMES)
    if (draft[field].trim() === '') faults[field] = `Enter your ${label.toLowerCase()}`;
  if (password === '') faults.password = 'Enter a password';
  return Object.keys(faults).length > 0 ? { ...faults, form: MISSING } : null;
}

/** The third step: names and password. The password is kept nowhere. */
export function PersonalStep({ draft }: { draft: SignUpDraft }) {
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<PersonalFaults>({});
  const [busy, run] = useBusy();
  const { email, firstName, lastName, businessName } = draft;
  const verdict = judgePassword(password, [email, firstName, lastName, businessName]);
  const judged = (): PersonalFaults | null =>
    missing(draft, password) ?? (verdict.fault ? { password: verdictText(verdict) } : null);
  const submit = () =>
    run(async () => {
      const found = judged();
      setFaults(found ?? {});
      if (found) return;
      const { createAccount } = await import('./account-creation.ts');
      setFaults(await createAccount(password));
    });
  const forgive = (field: PersonalField) =>
    setFaults({ ...faults, [field]: undefined, form: undefined });
  return (
    <GuestCard
      heading="Create Account"
      step={stepWords('PERSONAL_INFO')}
      entered
      onBack={() => signUp({ kind: 'back' })}
    >
      <GuestForm onSubmit={submit}>
        {NAMES.map(({ field, ...name }) => (
          <TextField
            key={field}
            {...name}
            name={field}
            required
            withAsterisk={false}
            value={draft[field]}
            fault={faults[field]}
            onChange={(event) => {
              forgive(field);
              signUp({ kind: 'typed', field, value: event.currentTarget.value });
            }}
          />
        ))}
        <PasswordField
          label="Password"
          value={password}
          verdict={verdict}
          fault={faults.password}
          onChange={(value) => {
            forgive('password');
            setPassword(value);
          }}
        />
        {faults.form && (
          <p role="alert" className={classes['fault']}>
            <WarningIcon />
            <span>{faults.form}</span>
          </p>
        )}
        <Button type="submit" size="md" loading={busy}>
          Next
        </Button>
      </GuestForm>
    </GuestCard>
  );
}
