import type { ReactNode } from 'react';
import css from './changed-value.module.css';

interface ChangedValueProps {
  /** What stood here; null where nothing did. */
  before: string | null;
  /** What stands here now. */
  children: ReactNode;
}

/** A value that has changed: what stood there, and what stands there now. */
export function ChangedValue({ before, children }: ChangedValueProps) {
  return (
    <span className={css.changed}>
      <del>{before ?? 'nothing'}</del>
      <span aria-hidden="true">→</span>
      <ins>{children}</ins>
    </span>
  );
}
