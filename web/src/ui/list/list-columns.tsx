import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney, showNegated } from '@tegeka/contract/kit/money.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { cache } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';
import { EmailText, phoneText, StatusBadge } from '#ui/detail/shown-value.tsx';
import type { RowSlot } from './data-table.tsx';
import type { ListColumn, ListOptions, ValueKind } from './list-definition.ts';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';

const SHOWN: Partial<Record<ValueKind, (value: string) => ReactNode>> = {
  phone: phoneText,
  email: (value) => <EmailText address={value} />,
  money: (value) => showMoney(Number(value)),
  negated: (value) => showNegated(Number(value)),
  date: showDay,
  moment: showMoment,
};

/** A number or a single word: it has no line break. */
const ONE_WORD = /^\S{1,20}$/;

interface ListCellProps<Row> {
  column: ListColumn<Row>;
  row: Row;
  /** Labels of states whose names are not clear enough. */
  stateLabels: Readonly<Record<string, string>> | undefined;
}

/** What a column shows of a row. */
export function ListCell<Row>({ column, row, stateLabels }: ListCellProps<Row>): ReactNode {
  const { kind = 'text', value, cell } = column;
  if (cell) return cell(row);
  const text = value?.(row) ?? null;
  if (text === null || text === '')
    return <span className={`${layout.dimmed} ${css.none}`}>none</span>;
  if (kind === 'state') return <StatusBadge value={String(text)} label={stateLabels?.[text]} />;
  const isWord = kind === 'text' && ONE_WORD.test(String(text));
  return (
    <span className={css.value} data-kind={isWord ? 'word' : kind}>
      {SHOWN[kind]?.(String(text)) ?? text}
    </span>
  );
}

/** Which of the columns that are shown stand in the short row of a phone, by name. */
export function slotsOf<Row>([title, ...others]: readonly ListColumn<Row>[]) {
  const first = (...ways: ((column: ListColumn<Row>) => boolean)[]) =>
    ways.flatMap((way) => others.find(way) ?? [])[0]?.name;
  const state = first(({ kind }) => kind === 'state');
  const amount = first(
    ({ phone }) => phone === 'amount',
    ({ kind }) => kind === 'money',
  );
  const about = first(
    ({ phone }) => phone === 'about',
    ({ name, kind }) => name !== state && name !== amount && kind !== 'negated',
  );
  return new Map<string | undefined, RowSlot>([
    [about, 'about'],
    [amount, 'amount'],
    [state, 'state'],
    [title?.name, 'title'],
  ]);
}

/** The columns of a list that are shown, and functions that read and change which are. */
export interface ColumnsShown<Row> {
  shown: readonly ListColumn<Row>[];
  isShown: (name: string) => boolean;
  show: (name: string, shown: boolean) => void;
}

/** Which columns are shown. The choice is stored on this device. */
export function useColumns<Row>(list: ListOptions<Row> & { key: string }): ColumnsShown<Row> {
  const keptAs = `columns of ${list.key}`;
  const { data: kept } = useQuery(choiceQuery(keptAs), cache);
  const [chosen, setChosen] = useState<readonly unknown[] | null>(null);
  const usual = list.columns.filter((column) => column.hidden).map(({ name }) => name);
  const hidden = chosen ?? (Array.isArray(kept) ? kept : usual);
  const isShown = (name: string) => !hidden.includes(name);
  return {
    isShown,
    shown: list.columns.filter(({ name }, at) => at === 0 || isShown(name)),
    show: (name, shown) => {
      const others = hidden.filter((one) => one !== name);
      const next = shown ? others : [...others, name];
      setChosen(next);
      void keepChoice(keptAs, next);
    },
  };
}
