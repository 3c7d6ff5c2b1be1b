import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useConfigured } from '#platform/config/configured.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { GuestCard, GuestForm } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';
import { TextField } from '#ui/form/text-field.tsx';
import { stepWords } from './sign-up-machine.ts';
import { signUp, signUpDraft } from './sign-up-store.ts';

/** Actions and phone rules, loaded while the email is being typed. */
const actions = () => import('./sign-up-actions.ts');

const link = (href: string, text: string) => (
  <Anchor href={href} target="_blank" rel="noopener" inherit>
    {text}
  </Anchor>
);

function Terms() {
  const terms = useConfigured((config) => config.documents.terms);
  const privacy = useConfigured((config) => config.documents.privacy);
  const consumer = useConfigured((config) => config.documents.consumer);
  return (
    <p className={classes['small']}>
      By clicking Next you agree to the merchant {link(terms, 'Terms of Use')}, the{' '}
      {link(privacy, 'Privacy Policy')} and the {link(consumer, 'Consumer Protection Policy')}.
    </p>
  );
}

/**
 * The first step. An uncontrolled input: text typed before hydration must not be overwritten by an
 * older state.
 */
export function EmailStep({ email }: { email: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    if (field.value === '') field.value = signUpDraft().email;
    else {
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
    <GuestCard heading="Let's get started!" step={stepWords('EMAIL')}>
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
        <Button type="submit" size="md" loading={busy}>
          Next
        </Button>
      </GuestForm>
      <div className={classes['action']}>
        <Terms />
      </div>
    </GuestCard>
  );
}
