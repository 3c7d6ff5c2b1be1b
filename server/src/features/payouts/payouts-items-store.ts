import type { DebitDetail } from '@tegeka/contract/debits/debits.ts';
import {
  type listPayoutItemsView,
  type listPayoutItems,
  PAYOUT_ITEM_LABELS,
  type PayoutItem,
} from '@tegeka/contract/payouts/payout-items.ts';
import { PAYOUT_ITEM_KINDS, type PayoutDetail } from '@tegeka/contract/payouts/payouts.ts';
import { sql, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import { debitOf } from '#features/debits/debits-booked.ts';
import {
  BALANCE_ENTRIES,
  ENTRIES_OF_SOURCES,
  OPEN_FROM,
  settledSince,
} from '#features/ledger/ledger-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import { listSource } from '#platform/lists/list-source.ts';
import type { ListedItems, PayoutRow } from './payouts-store.ts';

/** The kind of an entry `e` that a payout lists. */
const KIND = sql`case e.source_kind || ' ' || e.purpose
  when 'debit SETTLED' then 'DEBIT'
  when 'debit RETURNED' then 'RETURN'
  when 'payout REJECTED' then 'PAYOUT_BACK'
  when 'payout BOUNCED' then 'PAYOUT_BACK'
  when 'payout PAID' then 'PAYOUT_PAID'
  when 'exception REPAID' then 'REPAID'
  when 'exception OWED' then 'OWED'
  when 'adjustment WRITE_OFF' then 'WRITTEN_OFF'
  else 'OTHER' end`;

/** What the newest payout of a merchant has left, for the one after it. */
async function readLast(tx: Tx, organizationId: string) {
  const row = await tx
    .selectFrom('payouts')
    .select(['number', 'carried_forward', sql<string>`unlisted_from::text`.as('unlisted_from')])
    .where('organization_id', '=', organizationId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { number: 0, carried_forward: '0', unlisted_from: '-infinity' };
}

/**
 * Lists what a new payout pays: every entry that no payout of the merchant lists yet, without debits that settled
 * after a day and can still come back. The settings of the merchant are locked.
 */
export async function listItems(
  tx: Tx,
  { id, organizationId }: { id: string; organizationId: string },
  heldAfter: string,
): Promise<ListedItems> {
  const last = await readLast(tx, organizationId);
  // A merchant a statement, and the day as a value: the planner then knows how few entries are new.
  const { rows } = await sql<{ net: string; unlisted: string }>`
    with listed as (
      insert into payout_items (organization_id, entry_id, payout_id, kind, source_id, booked_on,
        charge, excise_duty, net)
      select e.organization_id, e.entry_id, ${id}, ${KIND}, e.source_id, e.booked_on,
        e.charge, e.excise_duty, e.net
      from ${BALANCE_ENTRIES} e
      where e.organization_id = ${organizationId} and e.booked_on >= ${last.unlisted_from}::date
        and not ${settledSince(heldAfter)}
        and not exists (select from payout_items i
          where i.organization_id = e.organization_id and i.entry_id = e.entry_id)
      returning net)
    select coalesce((select sum(net) from listed), 0) as net,
      -- Days before take no entries any more, and have no debits that are held.
      least(${OPEN_FROM}, ${heldAfter}::date + 1)::text as unlisted`.execute(tx);
  return {
    number: last.number + 1,
    broughtForward: Number(last.carried_forward),
    net: Number(rows[0]?.net ?? 0),
    unlistedFrom: rows[0]?.unlisted ?? last.unlisted_from,
  };
}

/** What a payout pays: the number and sums of its items of each kind, and what is carried over. */
export async function readSums(
  tx: Tx,
  { organization_id: owner, id, ...row }: PayoutRow,
): Promise<Pick<PayoutDetail, 'totals' | 'broughtForward' | 'carriedForward'>> {
  const { rows } = await sql<{
    [key in 'kind' | 'count' | 'charge' | 'duty' | 'net']: string;
  }>`select kind, count(*) as count, sum(charge) as charge, sum(excise_duty) as duty, sum(net) as net
    from payout_items where organization_id = ${owner} and payout_id = ${id} group by kind`.execute(
    tx,
  );
  const totals = PAYOUT_ITEM_KINDS.flatMap((kind) => {
    const sums = rows.find((one) => one.kind === kind);
    return sums
      ? [{ kind, count: Number(sums.count), ...amountsOf(sums.charge, sums.duty, sums.net) }]
      : [];
  });
  return {
    totals,
    broughtForward: Number(row.brought_forward),
    carriedForward: Number(row.carried_forward),
  };
}

function amountsOf(...texts: readonly [charge: string, duty: string, net: string]) {
  const [charge = 0, exciseDuty = 0, net = 0] = texts.map(Number);
  return { amount: net + charge + exciseDuty, charge, exciseDuty, net };
}

/** The items of a payout, with the names of debits and payouts. */
const payoutItems = (tx: Tx, { organization_id: owner, id }: PayoutRow) =>
  tx
    .selectFrom('payout_items')
    .select(['entry_id', 'kind', 'charge', 'excise_duty', 'net'])
    .select([
      sql<string>`payout_items.booked_on::text`.as('booked_on'),
      debitOf('payout_items').as('debit'),
      sql<PayoutItem['payout']>`(select json_build_object('id', p.id, 'reference', p.reference)
        from payouts p where p.organization_id = payout_items.organization_id
          and p.id = payout_items.source_id)`.as('payout'),
    ])
    .where('payout_items.organization_id', '=', owner)
    .where('payout_items.payout_id', '=', id);

type PayoutItemRow = Awaited<ReturnType<ReturnType<typeof payoutItems>['execute']>>[number];

/** A condition: the item `i` is that of the entry `e`. */
const ITEM_OF_ENTRY = sql`i.organization_id = e.organization_id and i.entry_id = e.id`;

/**
 * The payouts that list a debit or its return, earliest first. One that was rejected or came back is followed by
 * the one that lists its money.
 */
export async function readPayoutsOf(
  tx: Tx,
  organizationId: string,
  debitId: string,
): Promise<DebitDetail['payouts']> {
  const { rows } = await sql<DebitDetail['payouts'][number] & { created: Date }>`
    with recursive listing as (
      select i.kind as item, i.payout_id
      from ${ENTRIES_OF_SOURCES} e join payout_items i on ${ITEM_OF_ENTRY}
      where e.organization_id = ${organizationId} and e.source_kind = 'debit'
        and e.source_id = ${debitId}
      union
      select l.item, i.payout_id
      from listing l
      join payouts p on p.organization_id = ${organizationId} and p.id = l.payout_id
        and p.state in ('REJECTED', 'BOUNCED')
      join ${ENTRIES_OF_SOURCES} e on e.organization_id = p.organization_id
        and e.source_kind = 'payout' and e.source_id = p.id and e.purpose in ('REJECTED', 'BOUNCED')
      join payout_items i on ${ITEM_OF_ENTRY})
    select l.item, p.id, p.reference, p.state, p.created_at as created
    from listing l join payouts p on p.organization_id = ${organizationId} and p.id = l.payout_id
    order by l.item, p.number`.execute(tx);
  return rows.map(({ created, ...row }) => ({ ...row, createdAt: created.toISOString() }));
}

const kindShape = z.enum(PAYOUT_ITEM_KINDS);

const payoutItemOf = (row: PayoutItemRow): PayoutItem => ({
  id: row.entry_id,
  kind: kindShape.parse(row.kind),
  bookedOn: row.booked_on,
  debit: row.debit,
  payout: row.payout,
  ...amountsOf(row.charge, row.excise_duty, row.net),
});

/** The list of what a payout pays, for its merchant or for operators. */
export const payoutItemList = (
  endpoint: typeof listPayoutItems | typeof listPayoutItemsView,
  payout: PayoutRow,
) =>
  listSource({
    endpoint,
    entity: 'payout_items',
    states: [],
    rows: (tx) => payoutItems(tx, payout),
    item: payoutItemOf,
    id: 'payout_items.entry_id',
    idType: 'bigint',
    sorts: { posted: ['payout_items.entry_id'] },
    // No search words are stored for them, so a search finds nothing.
    search: () => [sql<SqlBool>`false`],
    filters: { kind: (kind) => sql<SqlBool>`payout_items.kind = ${kind}` },
  });

/** Charge and duty have the sign that they have in statements: what was kept is below zero. */
const COLUMNS: readonly ExportColumn<PayoutItemRow>[] = [
  { label: 'Day', text: ({ booked_on: day }) => day },
  { label: 'What', text: ({ kind }) => PAYOUT_ITEM_LABELS[kindShape.parse(kind)].one },
  { label: 'Reference', text: ({ debit, payout }) => (debit ?? payout)?.reference ?? null },
  { label: 'Your reference', text: ({ debit }) => debit?.merchantReference ?? null },
  { label: 'Customer', text: ({ debit }) => debit?.customerName ?? null },
  { label: 'Amount', text: (row) => payoutItemOf(row).amount },
  { label: 'Charge', text: ({ charge }) => -Number(charge) },
  { label: 'Excise duty', text: ({ excise_duty: duty }) => -Number(duty) },
  { label: 'Net', text: ({ net }) => Number(net) },
];

export const payoutItemExport = (
  endpoint: Parameters<typeof payoutItemList>[0],
  payout: PayoutRow,
) => ({
  source: payoutItemList(endpoint, payout),
  columns: COLUMNS,
  name: `payout-${payout.reference}`,
});

/** The first items of a payout, in the order in which they were booked. */
export async function readFirstItems(
  tx: Tx,
  payout: PayoutRow,
  max: number,
): Promise<PayoutItem[]> {
  const rows = await payoutItems(tx, payout).orderBy('entry_id').limit(max).execute();
  return rows.map(payoutItemOf);
}
