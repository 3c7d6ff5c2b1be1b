import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import css from './profile.module.css';

/** Said where what is typed would be lost by a reload. */
export const NOT_KEPT =
  'This device can not keep everything you enter. Please finish without closing or reloading this page.';

interface ProfileFormProps {
  heading: string;
  text: string;
  children: ReactNode;
  /** The word on the button that goes on. */
  action: string;
  working: boolean;
  /** What stands left of it; by itself the way back to the profile. */
  back?: ReactNode;
  /** Goes on; what it finds wrong is drawn by the form's children, and the first of it is focused. */
  onSubmit: () => void;
}

/** Begins at the part that the address names, else at the heading. */
function begin(title: HTMLHeadingElement | null): void {
  const part = document.getElementById(location.hash.slice(1));
  (part ?? title)?.focus();
  part?.scrollIntoView();
}

/** A form in the place of the profile. */
export function ProfileForm(props: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => begin(title.current), []);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.working) return;
    props.onSubmit();
    setTries(tries + 1);
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <h2 ref={title} tabIndex={-1} className={css.heading}>
        {props.heading}
      </h2>
      <p className={css.text}>{props.text}</p>
      {props.children}
      <div className={css.buttons}>
        {props.back ?? <ProfileLink look="default">Cancel</ProfileLink>}
        <Button type="submit" loading={props.working}>
          {props.action}
        </Button>
      </div>
    </form>
  );
}
