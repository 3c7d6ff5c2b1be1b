import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** The accounts of the ledger, as in `ledger_accounts`; every organization has its own of each. */
export type LedgerAccountKind =
  | 'SETTLEMENT_BANK'
  | 'CHARGES_INCOME'
  | 'DUTY_PAYABLE'
  | 'SUSPENSE'
  | 'PAYABLE'
  | 'IN_TRANSIT'
  | 'BANK_FEES'
  | 'WRITE_OFF';

/** What entries of one call have in common. */
export interface EntryKind {
  sourceKind: 'debit' | 'payout' | 'exception' | 'adjustment';
  /** The event, such as SETTLED: a source has one entry for each. */
  purpose: string;
  /** The business clock. */
  at: Date;
}

/** One entry. Its lines add up to zero; those of zero are left out. */
export interface LedgerEntry {
  /** The merchant's; the operator's where no merchant is concerned. */
  organizationId: string;
  sourceId: string;
  /** In the currency's smallest unit: debits are positive, credits negative. */
  lines: readonly { account: LedgerAccountKind; amount: bigint | number }[];
}

/** A busy day has millions of postings: each statement of the transaction may take minutes. */
export const allowTime = (tx: Tx) =>
  sql`select set_config('statement_timeout', '300s', true)`.execute(tx);

/** An advisory lock: shared while posting, exclusive while a day is ended. */
export const POSTING_LOCK = 2_308_001;

const ADJUSTMENT_LOCK = 2_308_002;

/** Serializes transactions that book manually or use such a booking: no amount is used twice. */
export async function lockAdjustments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADJUSTMENT_LOCK)})`.execute(tx);
}

/** A subquery: what was booked manually against suspense, with its amount there. */
export const BOOKED_MANUALLY = sql`(select e.source_id as id, p.amount
  from journal_entries e
  join postings p on p.organization_id = e.organization_id and p.entry_id = e.id
  where e.source_kind = 'adjustment' and p.account = 'SUSPENSE')`;

/**
 * Writes entries down, up to some 10,000 a call, in two statements. A second entry of a source for the
 * same purpose and one whose lines do not add up to zero are bugs, and throw. An entry of a day that has
 * ended meanwhile counts to the next open day.
 */
export async function postEntries(
  tx: Tx,
  { sourceKind, purpose, at }: EntryKind,
  entries: readonly LedgerEntry[],
): Promise<void> {
  const rows = entries.flatMap(({ organizationId, sourceId, lines }, number) =>
    lines
      .filter(({ amount }) => BigInt(amount) !== 0n)
      .map(({ account, amount }) => ({
        number,
        organizationId,
        sourceId,
        account,
        amount: String(amount),
      })),
  );
  if (rows.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(POSTING_LOCK)})`.execute(tx);
  await sql`
    with lines as materialized (
      select * from unnest(${rows.map((row) => row.number)}::integer[],
        ${rows.map((row) => row.organizationId)}::uuid[], ${rows.map((row) => row.sourceId)}::uuid[],
        ${rows.map((row) => row.account)}::text[], ${rows.map((row) => row.amount)}::bigint[])
        l (number, organization_id, source_id, account, amount)),
    entries as (
      insert into journal_entries (organization_id, source_kind, source_id, purpose, at, booked_on)
      select organization_id, ${sourceKind}, source_id, ${purpose}, ${at},
        greatest(${isoDay(at)}::date, (select open_from from ledger_state))
      from (select distinct number, organization_id, source_id from lines) of_source order by number
      returning organization_id, id, source_id, booked_on)
    insert into postings (organization_id, entry_id, account, booked_on, amount)
    select organization_id, e.id, l.account, e.booked_on, l.amount
    from entries e join lines l using (organization_id, source_id)`.execute(tx);
}

/** What is owed to a merchant: PAYABLE, negative where the merchant owes. */
export async function payableOf(tx: Tx, organizationId: string): Promise<number> {
  return (await balancesOf(tx, 'PAYABLE', [organizationId])).get(organizationId) ?? 0;
}

/** Credit balances now, by organization: the summed days and what was posted since. */
export async function balancesOf(
  tx: Tx,
  account: 'PAYABLE' | 'IN_TRANSIT',
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; balance: string }>`
    select o.id, -(
      coalesce((select d.balance from ledger_days d
        where d.organization_id = o.id and d.account = ${account} order by d.day desc limit 1), 0)
      + coalesce((select sum(p.amount) from postings p
        where p.organization_id = o.id and p.account = ${account} and p.booked_on
          > coalesce((select max(day) from ledger_closed_days), '-infinity'::date)), 0)) as balance
    from unnest(${organizationIds}::uuid[]) o (id)`.execute(tx);
  return new Map(rows.map(({ id, balance }) => [id, Number(balance)]));
}

/**
 * A condition: the entry `e` is of a debit that settled after a day and was not returned. What is posted after its
 * day has ended counts to a later one, and is as old as it is.
 */
export const settledSince = (day: string) => sql`(e.source_kind = 'debit'
  and e.purpose = 'SETTLED' and (e.at at time zone 'Africa/Kampala')::date > ${day}::date
  and not exists (select from journal_entries r where r.organization_id = e.organization_id
    and r.source_kind = 'debit' and r.source_id = e.source_id and r.purpose = 'RETURNED'))`;

/**
 * A subquery: the entries that move what merchants are owed, other than those that reserve the money of a payout.
 * `charge` and `excise_duty` are what the platform has kept, `net` is what the merchant is owed more.
 */
export const BALANCE_ENTRIES = sql`(
  select p.organization_id, p.entry_id, p.booked_on, e.at, e.source_kind, e.source_id, e.purpose,
    -coalesce(c.amount, 0) as charge, -coalesce(d.amount, 0) as excise_duty, -p.amount as net
  from postings p
  join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
  left join postings c on c.organization_id = p.organization_id and c.entry_id = p.entry_id
    and c.account = 'CHARGES_INCOME'
  left join postings d on d.organization_id = p.organization_id and d.entry_id = p.entry_id
    and d.account = 'DUTY_PAYABLE'
  where p.account = 'PAYABLE' and not (e.source_kind = 'payout' and e.purpose = 'CREATED'))`;

/** A subquery: the entries of the sources of an organization, by what they are of. */
export const ENTRIES_OF_SOURCES = sql`(
  select organization_id, id, source_kind, source_id, purpose from journal_entries)`;

/** A scalar subquery: the first day that takes entries. What is booked before it is committed. */
export const OPEN_FROM = sql`(select open_from from ledger_state)`;

/** Net amounts of debits that settled after a day and were not returned, by organization; absent if none. */
export async function settledAfter(
  tx: Tx,
  organizationIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; credited: string }>`
    select p.organization_id as id, -sum(p.amount) as credited
    from postings p
    join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
    where p.organization_id = any(${organizationIds}::uuid[]) and p.account = 'PAYABLE'
      and p.booked_on > ${day}::date and ${settledSince(day)}
    group by p.organization_id`.execute(tx);
  return new Map(rows.map(({ id, credited }) => [id, Number(credited)]));
}
