import type { KeyboardEvent, ReactNode } from 'react';
import css from './data-table.module.css';

/** A column: its label, and what it shows of a row. The first one holds the row's link. */
export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** True while newer rows are on their way. */
  busy: boolean;
}

/** Moves between the links of the rows with the arrow keys; Enter follows them as any link. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  event.preventDefault();
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
}

/** A list as a table; under 640 px each row is a card. */
export function DataTable<Row>({ label, columns, rows, keyOf, busy }: DataTableProps<Row>) {
  return (
    <div className={css.frame} onKeyDown={walk} role="presentation">
      <table className={css.table} aria-label={label} aria-busy={busy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={css.row}>
              {columns.map((column) => (
                <td key={column.label} data-label={column.label}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
