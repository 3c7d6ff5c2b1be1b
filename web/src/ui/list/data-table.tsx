import { Button, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import css from './list.module.css';
import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { PHONE_PREFIX, showPhone } from '@tegeka/contract/kit/phone.ts';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import type { ListColumn, ValueKind } from './list-definition.ts';
import { countWords } from './list-query.ts';

export type Order = 'ascending' | 'descending';

/** A column: its label, and what it shows of a row. The first one holds the row's link. */
export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** A second, smaller line below. */
  sub?: ((row: Row) => ReactNode) | undefined;
  /** True for the state: on a card it stands beside the title, without its label. */
  corner?: boolean;
  /** True for whole sentences: on a card they have its width, below their label. */
  sentence?: boolean;
  /** True for amounts: they stand on the right. */
  end?: boolean;
  /** Where the list can be sorted by it: how it is sorted now, and what a press on its head does. */
  sort?: { order: Order | null; onTurn: () => void };
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

/** A column's head; on a phone those that sort stand above the cards. */
function ColumnHead<Row>({ label, sort, end }: Column<Row>) {
  if (!sort) {
    return (
      <th scope="col" data-end={end}>
        {label}
      </th>
    );
  }
  const { order, onTurn } = sort;
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" data-end={end} aria-sort={order ?? 'none'}>
      <UnstyledButton className={css.turn} onClick={onTurn}>
        {label}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </th>
  );
}

function Cell<Row>({ column: { cell, sub }, row }: { column: Column<Row>; row: Row }) {
  if (!sub) return cell(row);
  return (
    <div>
      {cell(row)}
      <span className={css.sub}>{sub(row)}</span>
    </div>
  );
}

/** A list as a table; where there is little room, as under 640 px, each row is a card. */
export function DataTable<Row>({ label, columns, rows, keyOf, busy }: DataTableProps<Row>) {
  return (
    <div className={css.place} onKeyDown={walk} role="presentation">
      <div className={css.frame}>
        <table className={css.table} aria-label={label} aria-busy={busy}>
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
                    data-corner={column.corner}
                    data-sentence={column.sentence}
                    data-end={column.end}
                  >
                    <Cell column={column} row={row} />
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

/** An email, broken before its @ where there is too little room. */
function brokenEmail(address: string): ReactNode {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

const SHOWN: Partial<Record<ValueKind, (value: string) => ReactNode>> = {
  phone: (value) => showPhone(Number(value.slice(PHONE_PREFIX.length))),
  email: brokenEmail,
  money: (value) => showMoney(Number(value)),
  date: showDay,
  moment: showMoment,
  state: (value) => <StatusBadge value={value} />,
};

/** What a column shows of a row. */
export function ListCell<Row>({ column, row }: { column: ListColumn<Row>; row: Row }): ReactNode {
  const { kind = 'text', value, cell } = column;
  if (cell) return cell(row);
  const text = value?.(row) ?? null;
  if (text === null || text === '') return <span className={css.none}>none</span>;
  const shown = SHOWN[kind]?.(String(text)) ?? text;
  return kind === 'state' ? (
    shown
  ) : (
    <span className={css.value} data-kind={kind}>
      {shown}
    </span>
  );
}

interface PageTurnerProps {
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

/** Where one is, in words: `24 entries, page 2 of 3`. */
function placeWords({ page, totalPages, totalElements, capped = false }: PageTurnerProps): string {
  const entries = `${countWords(totalElements, capped)} ${totalElements === 1 ? 'entry' : 'entries'}`;
  if (totalPages <= 1) return entries;
  return `${entries}, page ${countWords(page + 1)} of ${countWords(totalPages)}`;
}

/** Where one is in a list of several pages, and the ways on. */
export function PageTurner(props: PageTurnerProps) {
  const { page, totalPages, sizes, onPage } = props;
  return (
    <nav className={css.pages} aria-label="Pages">
      <span>{placeWords(props)}</span>
      {sizes && (
        <NativeSelect
          aria-label="Entries on a page"
          value={String(sizes.size)}
          data={sizes.choices.map((size) => ({ value: String(size), label: `${size} a page` }))}
          onChange={(event) => sizes.onSize(Number(event.currentTarget.value))}
        />
      )}
      {totalPages > 1 && (
        <span className={css.ways}>
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
