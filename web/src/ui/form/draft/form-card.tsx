import { type ReactNode, useEffect, useRef } from 'react';
import layout from '#ui/shell/layout.module.css';
import css from './draft-form.module.css';

/** Begins at the part that the address names behind the #, else at the heading. */
function begin(title: HTMLHeadingElement | null): void {
  const part = document.getElementById(location.hash.slice(1));
  (part ?? title)?.focus();
  part?.scrollIntoView();
}

interface FormCardProps {
  heading: string;
  text: string;
  children: ReactNode;
}

/** A form in the place of a page; its heading takes the focus. */
export function FormCard({ heading, text, children }: FormCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => begin(title.current), []);
  return (
    <section className={css.card}>
      <h2 ref={title} tabIndex={-1} className={layout.title}>
        {heading}
      </h2>
      <p className={css.text}>{text}</p>
      {children}
    </section>
  );
}

interface FormSetProps {
  /** The part of the address that leads here. */
  part?: string | undefined;
  title?: string | undefined;
  children: ReactNode;
}

/** Fields that belong together. */
export function FormSet({ part, title, children }: FormSetProps) {
  return (
    <fieldset id={part} tabIndex={-1} className={css.set}>
      {title && <legend>{title}</legend>}
      {children}
    </fieldset>
  );
}
