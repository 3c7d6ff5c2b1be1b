import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatCount } from './list-query.ts';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';

/**
 * The places in the short row of a phone. Above: the title, and the amount at its end. Below: what the row is
 * about, and the state at its end, which is above where the list has no amounts.
 */
export type RowSlot = 'title' | 'amount' | 'about' | 'state';

/** A column: its label, and what it shows of a row. The first one holds the row's link. */
export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** A second, smaller line below. */
  sub?: ((row: Row) => ReactNode) | undefined;
  /** Where it stands in the short row of a phone. Without one it is left out there. */
  slot?: RowSlot | undefined;
  /** True for amounts: they stand on the right. */
  end?: boolean;
  /** For a sortable column: its present order, and what a click on its header does. */
  sort?: { order: 'ascending' | 'descending' | null; onToggle: () => void };
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** True while newer rows are being loaded. */
  busy: boolean;
}

/** Moves between the links of the rows with the arrow keys; Enter follows them as any link. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  event.preventDefault();
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
}

/** A column header. On phones those that can be sorted by are shown above the cards. */
function ColumnHead<Row>({ label, sort, end }: Column<Row>) {
  const Arrow = sort?.order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" data-end={end} {...(sort && { 'aria-sort': sort.order ?? 'none' })}>
      {sort ? (
        <button type="button" onClick={sort.onToggle}>
          {label}
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/**
 * A list as a table. Where it is narrow, such as under 640 px, each row is a card: two lines if its columns have
 * slots, otherwise a line for each column.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, busy }: DataTableProps<Row>) {
  return (
    <div className={css.place} onKeyDown={moveFocus} role="presentation">
      {busy && <progress className={layout.progress} aria-hidden />}
      <div className={css.room}>
        <table className={`${layout.panel} ${css.table}`} aria-label={label} aria-busy={busy}>
          <thead>
            <tr>
              {columns.map((column) => (
                <ColumnHead key={column.label} {...column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} className={css.row}>
                {columns.map((column) => (
                  <td
                    key={column.label}
                    data-label={column.label}
                    data-slot={column.slot}
                    data-end={column.end}
                  >
                    <div>
                      {column.cell(row)}{' '}
                      {column.sub && (
                        <span className={`${layout.small} ${css.sub}`}>{column.sub(row)}</span>
                      )}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface PaginationProps {
  /** From 0. */
  page: number;
  totalPages: number;
  totalElements: number;
  /** True where there are more entries than the pages show. */
  capped?: boolean;
  onPage: (page: number) => void;
  /** How many entries a page has, where that can be chosen. */
  sizes?: { size: number; choices: readonly number[]; onSize: (size: number) => void };
}

/** The position in a list, such as `24 entries, page 2 of 3`, and buttons to other pages. */
export function Pagination(props: PaginationProps) {
  const { page, totalPages, totalElements, capped = false, sizes, onPage } = props;
  return (
    <nav className={`${layout.spread} ${layout.dimmed} ${css.pages}`} aria-label="Pages">
      <span>
        {formatCount(totalElements, capped)} {totalElements === 1 ? 'entry' : 'entries'}
        {totalPages > 1 && `, page ${formatCount(page + 1)} of ${formatCount(totalPages)}`}
      </span>
      {sizes && (
        <span className="tegeka-field">
          <select
            className={`tegeka-input ${css.field}`}
            aria-label="Entries on a page"
            value={sizes.size}
            onChange={(event) => sizes.onSize(Number(event.currentTarget.value))}
          >
            {sizes.choices.map((size) => (
              <option key={size} value={size}>
                {size} a page
              </option>
            ))}
          </select>
        </span>
      )}
      {totalPages > 1 && (
        <span className={layout.line}>
          <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button
            variant="default"
            disabled={page + 1 >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
