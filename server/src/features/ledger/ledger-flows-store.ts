import { type RawBuilder, sql } from 'kysely';
import { merchantIdOf } from '#features/merchants/merchants-references.ts';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { LedgerAccountKind } from './ledger-store.ts';

/**
 * The first day that is not summed. The queries below get it as a value: with a subquery the planner could
 * not estimate that few postings are newer. They read sums only of days before it, so that a day that is
 * summed between the two reads counts once.
 */
async function readOpenFrom(tx: Tx): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ day: string }>`
    select coalesce(max(day) + 1, '-infinity'::date)::text as day from ledger_closed_days`.execute(
    tx,
  );
  return sql`${rows[0]?.day ?? '-infinity'}::date`;
}

/** A month of a merchant's balance; amounts as in the contract. */
export interface MonthSums {
  month: string;
  settled: number;
  charge: number;
  exciseDuty: number;
  returned: number;
  paidOut: number;
  cameBack: number;
  repaid: number;
  other: number;
  closing: number;
}

/** The months of an organization in which something moved, newest first. */
export async function readMonths(tx: Tx, organizationId: string): Promise<MonthSums[]> {
  const openFrom = await readOpenFrom(tx);
  const { rows } = await sql<Record<keyof MonthSums, string>>`
    with moves as (
      select day, account, source_kind, purpose, amount from ledger_flows
      where organization_id = ${organizationId} and day < ${openFrom}
      union all
      select p.booked_on, p.account, e.source_kind, e.purpose, p.amount
      from postings p
      join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
      where p.organization_id = ${organizationId} and p.booked_on >= ${openFrom}),
    months as (
      select to_char(day, 'YYYY-MM') as month,
        sum(amount) filter (where account = 'SETTLEMENT_BANK' and source_kind = 'debit'
          and purpose = 'SETTLED') as settled,
        -sum(amount) filter (where account = 'SETTLEMENT_BANK' and source_kind = 'debit'
          and purpose <> 'SETTLED') as returned,
        -sum(amount) filter (where account = 'CHARGES_INCOME' and source_kind = 'debit') as charge,
        -sum(amount) filter (where account = 'DUTY_PAYABLE' and source_kind = 'debit') as duty,
        sum(amount) filter (where account = 'PAYABLE' and source_kind = 'payout'
          and purpose in ('CREATED', 'PAID')) as paid_out,
        -sum(amount) filter (where account = 'PAYABLE' and source_kind = 'payout'
          and purpose not in ('CREATED', 'PAID')) as came_back,
        -sum(amount) filter (where account = 'PAYABLE' and source_kind = 'exception'
          and purpose = 'REPAID') as repaid,
        -sum(amount) filter (where account = 'PAYABLE'
          and source_kind not in ('debit', 'payout') and purpose <> 'REPAID') as other,
        -sum(amount) filter (where account = 'PAYABLE') as payable
      from moves group by to_char(day, 'YYYY-MM'))
    select month, coalesce(settled, 0) as settled, coalesce(charge, 0) as charge,
      coalesce(duty, 0) as "exciseDuty", coalesce(returned, 0) as returned,
      coalesce(paid_out, 0) as "paidOut", coalesce(came_back, 0) as "cameBack",
      coalesce(repaid, 0) as repaid, coalesce(other, 0) as other, coalesce(sum(payable) over (order by month), 0) as closing
    from months order by month desc`.execute(tx);
  return rows.map(({ month, ...sums }) => ({
    month,
    settled: Number(sums.settled),
    charge: Number(sums.charge),
    exciseDuty: Number(sums.exciseDuty),
    returned: Number(sums.returned),
    paidOut: Number(sums.paidOut),
    cameBack: Number(sums.cameBack),
    repaid: Number(sums.repaid),
    other: Number(sums.other),
    closing: Number(sums.closing),
  }));
}

/** An entry as it moves a merchant's balance. */
export interface BalanceLine {
  id: string;
  /** ISO 8601 day that the entry counts to: a later one where its own day was closed already. */
  bookedOn: string;
  sourceKind: string;
  sourceId: string;
  purpose: string;
  /** What moved at the settlement bank, the charge and the duty; what is left moved the balance. */
  gross: number;
  charge: number;
  exciseDuty: number;
  net: number;
}

/** The next entries of an organization that move its balance, between two days, in the order of posting. */
export async function readBalanceLines(
  tx: Tx,
  organizationId: string,
  { from, to, after, max }: { from: string; to: string; after: string; max: number },
): Promise<BalanceLine[]> {
  const { rows } = await sql<Record<keyof BalanceLine, string>>`
    select e.id, e.booked_on::text as "bookedOn", e.source_kind as "sourceKind", e.source_id as "sourceId", e.purpose,
      coalesce(sum(p.amount) filter (where p.account = 'SETTLEMENT_BANK'), 0) as gross,
      coalesce(-sum(p.amount) filter (where p.account = 'CHARGES_INCOME'), 0) as charge,
      coalesce(-sum(p.amount) filter (where p.account = 'DUTY_PAYABLE'), 0) as "exciseDuty",
      -sum(p.amount) filter (where p.account = 'PAYABLE') as net
    from journal_entries e
    join postings p on p.organization_id = e.organization_id and p.entry_id = e.id
    where e.organization_id = ${organizationId} and e.id in (
      select entry_id from postings
      where organization_id = ${organizationId} and account = 'PAYABLE'
        and booked_on between ${from}::date and ${to}::date and entry_id > ${after}::bigint
      order by entry_id limit ${max})
    group by e.organization_id, e.id order by e.id`.execute(tx);
  return rows.map((row) => ({
    ...row,
    gross: Number(row.gross),
    charge: Number(row.charge),
    exciseDuty: Number(row.exciseDuty),
    net: Number(row.net),
  }));
}

/** Current balances of all organizations together; positive on the normal side of the account. */
export async function readAccounts(
  tx: Tx,
): Promise<{ account: LedgerAccountKind; name: string; balance: number }[]> {
  const openFrom = await readOpenFrom(tx);
  const { rows } = await sql<{ account: LedgerAccountKind; name: string; balance: string }>`
    select a.account, a.name, case a.side when 'DEBIT' then 1 else -1 end * (
      coalesce((select sum(t.amount) from ledger_totals t
        where t.account = a.account and t.day < ${openFrom}), 0)
      + coalesce((select sum(p.amount) from postings p
        where p.account = a.account and p.booked_on >= ${openFrom}), 0)) as balance
    from ledger_accounts a order by a.side desc, a.name`.execute(tx);
  return rows.map(({ balance, ...account }) => ({ ...account, balance: Number(balance) }));
}

/** What an account had at the end of a day, all organizations together: debits less credits. */
export async function balanceAt(tx: Tx, account: LedgerAccountKind, day: string): Promise<number> {
  const openFrom = await readOpenFrom(tx);
  const { rows } = await sql<{ balance: string }>`
    select coalesce((select sum(amount) from ledger_totals
        where account = ${account} and day <= ${day}::date and day < ${openFrom}), 0)
      + coalesce((select sum(amount) from postings where account = ${account}
        and booked_on >= ${openFrom} and booked_on <= ${day}::date), 0) as balance`.execute(tx);
  return Number(rows[0]?.balance ?? 0);
}

const EARNED = sql`
  coalesce(-sum(amount) filter (where account = 'CHARGES_INCOME'), 0) as charge,
  coalesce(-sum(amount) filter (where account = 'DUTY_PAYABLE'), 0) as "exciseDuty"`;

const ACCOUNTS = sql`account in ('CHARGES_INCOME', 'DUTY_PAYABLE') and source_kind = 'debit'`;

const openSince = (openFrom: RawBuilder<unknown>) => sql`
  select p.organization_id, p.booked_on as day, p.account, e.source_kind, p.amount
  from postings p
  join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
  where p.booked_on >= ${openFrom}`;

export async function readRevenueMonths(
  tx: Tx,
): Promise<{ month: string; charge: number; exciseDuty: number }[]> {
  const openFrom = await readOpenFrom(tx);
  const { rows } = await sql<{ month: string; charge: string; exciseDuty: string }>`
    select to_char(day, 'YYYY-MM') as month, ${EARNED} from (
      select day, account, source_kind, amount from ledger_totals
      where ${ACCOUNTS} and day < ${openFrom}
      union all
      select day, account, source_kind, amount from (${openSince(openFrom)}) o where ${ACCOUNTS}) moves
    group by 1 order by 1 desc`.execute(tx);
  return rows.map(({ month, charge, exciseDuty }) => ({
    month,
    charge: Number(charge),
    exciseDuty: Number(exciseDuty),
  }));
}

/** The name of the row that sums up the merchants that are not listed. */
const OTHERS = 'All others';

interface RevenueMerchant {
  /** Null for those that are not listed. */
  merchantId: string | null;
  merchantName: string;
  charge: number;
  exciseDuty: number;
}

/**
 * Charges and duty by merchant between two days, the largest first. Merchants after the first `max` are
 * summed up in one last row, so that the total is complete.
 */
export async function readRevenueMerchants(
  tx: Tx,
  { from, to, max }: { from: string; to: string; max: number },
): Promise<RevenueMerchant[]> {
  const openFrom = await readOpenFrom(tx);
  const { rows } = await sql<
    Pick<RevenueMerchant, 'merchantId' | 'merchantName'> & { charge: string; exciseDuty: string }
  >`
    with earned as (
      select organization_id, ${EARNED} from (
        select organization_id, day, account, source_kind, amount from ledger_flows
        where ${ACCOUNTS} and day between ${from}::date and ${to}::date and day < ${openFrom}
        union all
        select organization_id, day, account, source_kind, amount from (${openSince(openFrom)}) o
        where ${ACCOUNTS} and day between ${from}::date and ${to}::date) moves
      group by organization_id),
    placed as (
      select *, row_number() over (order by charge desc, organization_id) as place from earned)
    select ${merchantIdOf('placed')} as "merchantId",
      coalesce(${merchantNameOf('placed')}, '') as "merchantName", charge, "exciseDuty", place
    from placed where place <= ${max}
    union all
    select null, ${OTHERS}, sum(charge), sum("exciseDuty"), null from placed where place > ${max}
    having count(*) > 0
    order by place`.execute(tx);
  return rows.map(({ merchantId, merchantName, charge, exciseDuty }) => ({
    merchantId,
    merchantName,
    charge: Number(charge),
    exciseDuty: Number(exciseDuty),
  }));
}
