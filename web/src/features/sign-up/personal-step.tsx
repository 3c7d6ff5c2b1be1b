import { Button } from '@mantine/core';
import { useState } from 'react';
import { useBusy } from '#ui/feedback/busy.ts';
import { GuestCard } from '#ui/shell/guest-card.tsx';
import { GuestForm } from '#ui/shell/guest-form.tsx';
import { PasswordField } from '#ui/steps/password-field.tsx';
import { checkPassword, passwordText } from '#ui/steps/password-strength.ts';
import { FieldError, TextField } from '#ui/form/text-field.tsx';
import type { PersonalErrors } from './sign-up-actions.ts';
import { signUp, type SignUpDraft, stepText } from './sign-up-draft.ts';

const MISSING = 'Sorry, please enter all fields to proceed.';

const NAMES = [
  { field: 'firstName', label: 'First Name', autoComplete: 'given-name', maxLength: 60 },
  { field: 'lastName', label: 'Last Name', autoComplete: 'family-name', maxLength: 60 },
  { field: 'businessName', label: 'Business Name', autoComplete: 'organization', maxLength: 120 },
] as const;

/** Errors for empty fields, checked before submitting. */
function missing(draft: SignUpDraft, password: string): PersonalErrors | null {
  const errors: PersonalErrors = {};
  for (const { field, label } of NAMES)
    if (draft[field].trim() === '') errors[field] = `Enter your ${label.toLowerCase()}`;
  if (password === '') errors.password = 'Enter a password';
  return Object.keys(errors).length > 0 ? { ...errors, form: MISSING } : null;
}

/** The third step: names and password. The password is never stored. */
export function PersonalStep({ draft }: { draft: SignUpDraft }) {
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<PersonalErrors>({});
  const [busy, run] = useBusy();
  const { email, firstName, lastName, businessName } = draft;
  const { stepBack } = errors;
  const result = checkPassword(password, [email, firstName, lastName, businessName]);
  const judged = (): PersonalErrors | null =>
    missing(draft, password) ?? (result.error ? { password: passwordText(result) } : null);
  const submit = () =>
    run(async () => {
      const found = judged();
      setErrors(found ?? {});
      if (found) return;
      const { createAccount } = await import('./sign-up-actions.ts');
      setErrors(await createAccount(password));
    });
  const forgive = (field: keyof PersonalErrors) =>
    setErrors({ ...errors, [field]: undefined, form: undefined, stepBack: undefined });
  return (
    <GuestCard
      heading="Create Account"
      step={stepText('PERSONAL_INFO')}
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
            error={errors[field]}
            onChange={(event) => {
              forgive(field);
              signUp({ kind: 'typed', field, value: event.currentTarget.value });
            }}
          />
        ))}
        <PasswordField
          label="Password"
          value={password}
          result={result}
          error={errors.password}
          onChange={(value) => {
            forgive('password');
            setPassword(value);
          }}
        />
        {errors.form && (
          <p role="alert">
            <FieldError>{errors.form}</FieldError>
          </p>
        )}
        {stepBack && (
          <Button variant="default" onClick={() => signUp({ kind: 'step-back', to: stepBack.to })}>
            {stepBack.label}
          </Button>
        )}
        <Button type="submit" size="md" loading={busy}>
          Next
        </Button>
      </GuestForm>
    </GuestCard>
  );
}
