import type { ReactNode } from 'react';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

interface SummaryCardProps {
  title: string;
  rows: readonly (readonly [label: string, value: ReactNode])[];
  /** What can be done with all of it, right of the title. */
  action?: ReactNode;
  /** True if the values are amounts: they are right-aligned. */
  amounts?: boolean;
}

/** A read-only card of labels and values. */
export function SummaryCard({ title, rows, action, amounts }: SummaryCardProps) {
  return (
    <section className={layout.panel}>
      <div className={`${layout.split} ${css.cardHead}`}>
        <h3>{title}</h3>
        {action}
      </div>
      <dl className={css.rows} data-amounts={amounts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
