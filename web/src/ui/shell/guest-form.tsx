import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { dismissAlert } from '#platform/device/page.ts';
import { useFocusFirst } from '#ui/feedback/busy.ts';
import { GuestCard } from './guest-card.tsx';
import classes from './guest.module.css';
import layout from './layout.module.css';

declare global {
  interface Window {
    /** Set after hydration: public/early.js then no longer handles forms. */
    tegekaReady?: boolean;
  }
}

interface GuestFormProps {
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/**
 * A form of a public page, which is shown before JavaScript is loaded. `method="dialog"` sends nothing
 * until hydration; a form that was submitted before is submitted again then.
 */
export function GuestForm({ onSubmit, children }: GuestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusFirst = useFocusFirst();
  useEffect(() => {
    window.tegekaReady = true;
    if (!form.current?.hasAttribute('data-sent-early')) return;
    form.current.removeAttribute('data-sent-early');
    form.current.requestSubmit();
  }, []);
  const submit = async () => {
    await onSubmit();
    focusFirst(form.current);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    dismissAlert();
    void submit();
  };
  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      className={`${layout.stack} ${classes['action']}`}
      onSubmit={send}
    >
      {children}
    </form>
  );
}

interface OutsideAccountsProps {
  heading: string;
  /** Says who manages accounts instead. */
  children: ReactNode;
}

/** Replaces a page about accounts if an external provider manages them. */
export function OutsideAccounts({ heading, children }: OutsideAccountsProps) {
  return (
    <GuestCard heading={heading} centred>
      <p className={classes['lead']}>{children}</p>
      <Button component="a" href="/auth/login" size="md" className={classes['action']}>
        Go to the sign-in page
      </Button>
    </GuestCard>
  );
}
