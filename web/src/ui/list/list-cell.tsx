import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { PHONE_PREFIX, showPhone } from '@tegeka/contract/kit/phone.ts';
import type { ReactNode } from 'react';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import type { ListColumn, ValueKind } from './list-definition.ts';
import css from './list.module.css';

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
