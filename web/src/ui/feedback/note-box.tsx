import type { ReactNode } from 'react';
import css from './feedback.module.css';

interface NoteBoxProps {
  tone: 'bad' | 'warning' | 'good';
  title?: string;
  children?: ReactNode;
}

/** Something to be noticed where it matters. Its surroundings announce it. */
export function NoteBox({ tone, title, children }: NoteBoxProps) {
  return (
    <div className={css.box} data-tone={tone}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}
