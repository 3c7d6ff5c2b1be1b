import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import {
  listAllPayouts,
  type PayoutView,
  viewPayoutShape,
} from '@tegeka/contract/payouts/payout-views.ts';
import {
  listPayouts,
  PAYOUT,
  type Payout,
  PAYOUTS_IN_TRANSIT,
  payoutShape,
} from '@tegeka/contract/payouts/payouts.ts';
import { sql, type SqlBool, type Updateable } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Payouts } from '#platform/database/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import { listSource, referenceSearch } from '#platform/lists/list-source.ts';
import { type Actor, transition } from '#platform/state/transition.ts';
import { transitionsWithin, type Span } from '#platform/state/transition-spans.ts';

function payouts(tx: Tx) {
  return tx
    .selectFrom('payouts')
    .select(['payouts.id', 'payouts.organization_id', 'reference', 'amount', 'currency', 'origin'])
    .select(['payouts.state', 'revision', 'is_waiting', 'payouts.bank_id', 'account_last_four'])
    .select(['reason', 'payouts.created_at', 'sent_at', 'answer_due_at', 'ended_at'])
    .select(['brought_forward', 'carried_forward'])
    .select([bankNameOf('payouts').as('bank_name'), merchantNameOf('payouts').as('merchant_name')]);
}
export type PayoutRow = Awaited<ReturnType<ReturnType<typeof payouts>['execute']>>[number];

const instant = (at: Date | null) => at?.toISOString() ?? null;

function partsOf(row: PayoutRow) {
  return {
    id: row.id,
    reference: row.reference,
    amount: Number(row.amount),
    currency: row.currency,
    state: row.state,
    origin: row.origin,
    isWaiting: row.is_waiting && row.state === 'PENDING',
    bankName: row.bank_name ?? '',
    accountLastFour: row.account_last_four,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    sentAt: instant(row.sent_at),
    endedAt: instant(row.ended_at),
  };
}

export const payoutOf = (row: PayoutRow): Payout => payoutShape.parse(partsOf(row));

export const payoutViewOf = (row: PayoutRow): PayoutView =>
  viewPayoutShape.parse({ ...partsOf(row), merchantName: row.merchant_name });

const LIST = {
  entity: 'payouts',
  states: PAYOUT.states,
  rows: payouts,
  id: 'payouts.id',
  state: 'payouts.state',
  sorts: { createdAt: ['payouts.id'] },
};

export const PAYOUT_LIST = listSource({
  ...LIST,
  endpoint: listPayouts,
  item: payoutOf,
  filters: {
    inTransit: () => sql<SqlBool>`payouts.state in (${sql.join(PAYOUTS_IN_TRANSIT)})`,
  },
});

export const ALL_PAYOUTS = listSource({
  ...LIST,
  endpoint: listAllPayouts,
  item: payoutViewOf,
  search: referenceSearch('payouts.reference'),
});

export const PAYOUT_EXPORT: readonly ExportColumn<PayoutRow>[] = [
  { label: 'Reference', text: (row) => row.reference },
  { label: 'Amount', text: (row) => row.amount },
  { label: 'Currency', text: (row) => row.currency },
  { label: 'Bank', text: (row) => row.bank_name },
  { label: 'Account', text: (row) => row.account_last_four },
  { label: 'Status', text: (row) => row.state },
  { label: 'Reason', text: (row) => row.reason },
  { label: 'Created on', text: (row) => isoDay(row.created_at) },
  { label: 'Sent on', text: (row) => row.sent_at && isoDay(row.sent_at) },
  { label: 'Ended on', text: (row) => row.ended_at && isoDay(row.ended_at) },
];

export const ALL_PAYOUTS_EXPORT: readonly ExportColumn<PayoutRow>[] = [
  { label: 'Merchant', text: (row) => row.merchant_name },
  ...PAYOUT_EXPORT,
];

/** A payout by id; locked until the transaction ends where it is going to change. */
export async function readPayout(tx: Tx, id: string, lock = false): Promise<PayoutRow> {
  const row = await payouts(tx)
    .where('payouts.id', '=', id)
    .$if(lock, (query) => query.forUpdate('payouts'))
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

export async function readPayoutReferences(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, reference from payouts
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** The place of a new payout among those of its merchant, and what its items add up to. */
export interface ListedItems {
  number: number;
  broughtForward: number;
  /** The net of its items. */
  net: number;
  /** ISO 8601 day: entries that no payout lists yet are booked on it or later. */
  unlistedFrom: string;
}

export interface NewPayout {
  id: string;
  organizationId: string;
  reference: string;
  amount: number;
  origin: Payout['origin'];
  isWaiting: boolean;
  bankId: string;
  accountLastFour: string;
  items: ListedItems;
}

export async function insertPayouts(tx: Tx, made: readonly NewPayout[], at: Date): Promise<void> {
  await tx
    .insertInto('payouts')
    .values(
      made.map((one) => ({
        id: one.id,
        organization_id: one.organizationId,
        reference: one.reference,
        number: one.items.number,
        amount: one.amount,
        brought_forward: one.items.broughtForward,
        carried_forward: one.items.broughtForward + one.items.net - one.amount,
        unlisted_from: sql<Date>`${one.items.unlistedFrom}::date`,
        currency: CURRENCY,
        origin: one.origin,
        state: 'PENDING',
        is_waiting: one.isWaiting,
        bank_id: one.bankId,
        account_last_four: one.accountLastFour,
        created_at: at,
      })),
    )
    .execute();
}

/** The sums of payouts that were made on a day, by merchant, without rejected and bounced ones. */
export async function readMadeOn(
  tx: Tx,
  organizationIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; amount: string }>`
    select organization_id as id, sum(amount) as amount from payouts
    where organization_id = any(${organizationIds}::uuid[])
      and created_at >= ${kampalaInstant(day, '00:00')}
      and created_at < ${kampalaInstant(addDays(day, 1), '00:00')}
      and state not in ('REJECTED', 'BOUNCED')
    group by 1`.execute(tx);
  return new Map(rows.map(({ id, amount }) => [id, Number(amount)]));
}

/** Holds a payout until an operator releases it, or lets it go. */
export async function setWaiting(tx: Tx, id: string, is_waiting: boolean): Promise<void> {
  await tx.updateTable('payouts').set({ is_waiting }).where('id', '=', id).execute();
}

/** The ids of the PENDING payouts of a merchant. */
export async function readUnsent(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payouts')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'PENDING')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function transitionPayout(
  tx: Tx,
  command: {
    id: string;
    to: Payout['state'];
    actor: Actor;
    reason: string | null;
    at: Date;
    set?: Updateable<Payouts>;
  },
): Promise<void> {
  await transition(tx, { machine: PAYOUT, table: 'payouts' }, command);
}

export const REPORTED_PAYOUTS = { entity: PAYOUT.entity, states: ['PAID'] } as const;

/** How many payouts have reached the accounts of some businesses within a span, and their sum. */
export async function readPaidOut(
  tx: PlatformTx,
  organizationIds: readonly string[],
  span: Span,
): Promise<{ organizationId: string; count: number; amount: number }[]> {
  const { rows } = await sql<{ organizationId: string; count: number; amount: string }>`
    select p.organization_id as "organizationId", count(*)::integer as count, sum(p.amount) as amount
    from ${transitionsWithin(REPORTED_PAYOUTS, span, organizationIds)} moved
    join payouts p on p.organization_id = moved.organization_id and p.id = moved.entity_id
      and p.revision = moved.revision
    group by 1`.execute(tx);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
