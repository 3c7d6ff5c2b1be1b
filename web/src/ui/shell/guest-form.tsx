import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { dismissAlert } from '#platform/device/alert.ts';
import { takeOver } from '#platform/theme/early.ts';
import classes from './guest.module.css';

interface GuestFormProps {
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/**
 * A form of a public page. It stands before JavaScript does: `method="dialog"` sends nothing until
 * React has taken over, and what was sent meanwhile is sent then.
 */
export function GuestForm({ onSubmit, children }: GuestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current && takeOver(form.current)) form.current.requestSubmit();
  }, []);
  const submit = async () => {
    await onSubmit();
    // In the next frame what was found wrong is drawn.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    dismissAlert();
    void submit();
  };
  return (
    <form ref={form} method="dialog" noValidate className={classes['form']} onSubmit={send}>
      {children}
    </form>
  );
}
