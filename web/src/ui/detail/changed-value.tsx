import type { ReactNode } from 'react';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

interface ChangedValueProps {
  /** The value before. Null if there was none. */
  before: ReactNode;
  /** The value after. */
  children: ReactNode;
}

/** A value that has changed, before and after. */
export function ChangedValue({ before, children }: ChangedValueProps) {
  return (
    <span className={css.changed}>
      <del className={layout.dimmed}>{before ?? 'nothing'}</del>
      <span aria-hidden="true">→</span>
      <ins>{children}</ins>
    </span>
  );
}

interface ChangedFieldsProps {
  fields: readonly { key: string; label: string; before: string; after: string }[];
  /** Content below a field, such as its document. */
  below?: Readonly<Record<string, ReactNode>>;
}

/** Fields that have changed or are to be changed, each before and after. */
export function ChangedFields({ fields, below }: ChangedFieldsProps) {
  return (
    <dl className={css.rows}>
      {fields.map(({ key, label, before, after }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            <ChangedValue before={before}>{after}</ChangedValue>
            {below?.[key] && <div>{below[key]}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ReviewWordsProps {
  reason: string | null;
  comment: string | null;
  corrections: readonly { field: string; label: string; comment: string }[];
}

/** The result of a review: its reason, its comment, and the corrections that it asks for. */
export function ReviewText({ reason, comment, corrections }: ReviewWordsProps) {
  return (
    <>
      {reason && <strong>{reason}</strong>}
      {comment && <div>“{comment}”</div>}
      {corrections.map((one) => (
        <div key={one.field}>
          {one.label}: {one.comment}
        </div>
      ))}
    </>
  );
}
