import type { ReactNode } from 'react';
import css from './list.module.css';

/** Rows that can be ticked, to do something with all of them. */
export interface ListSelection<Row> {
  can: (row: Row) => boolean;
  /** Names a row, for screen readers. */
  nameOf: (row: Row) => string;
  /** The ids of the ticked rows. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** What can be done with the ticked rows; shown above the rows, of which these can be ticked. */
  renderBar: (rows: readonly Row[]) => ReactNode;
}

/** The tick of a row, above its link, which covers the row. */
export function RowCheckbox<Row extends { id: string }>({
  row,
  of,
}: {
  row: Row;
  of: ListSelection<Row>;
}) {
  const { can, nameOf, chosen, onChange } = of;
  if (!can(row)) return null;
  const others = [...chosen].filter((id) => id !== row.id);
  return (
    <input
      type="checkbox"
      className={css.tick}
      aria-label={`Select ${nameOf(row)}`}
      checked={chosen.has(row.id)}
      onChange={(event) =>
        onChange(new Set([...others, ...(event.target.checked ? [row.id] : [])]))
      }
    />
  );
}
