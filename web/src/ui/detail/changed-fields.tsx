import type { ReactNode } from 'react';
import { ChangedValue } from '#ui/detail/changed-value.tsx';
import css from './changed-value.module.css';

interface ChangedFieldsProps {
  fields: readonly { key: string; label: string; before: string; after: string }[];
  /** What stands below a field, such as its document. */
  below?: Readonly<Record<string, ReactNode>>;
}

/** Fields that have changed, or shall: each before and after. */
export function ChangedFields({ fields, below }: ChangedFieldsProps) {
  return (
    <dl className={css.fields}>
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
