import { type OpenItem, openItemShape } from '@tegeka/contract/ledger.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { balanceAt } from './ledger-flows-store.ts';
import type { LedgerAccountKind } from './ledger-store.ts';

/** What a bank's statement says at the end of a day. */
export interface ClosingBalance {
  account: LedgerAccountKind;
  day: string;
  /** What was in the account before, in whole shillings; null where the statement does not say. */
  opening: number | null;
  /** What is in the account, in whole shillings. */
  closing: number;
  /** What explains a difference: the statement has it and the ledger has not, or the other way round. */
  openItems: readonly OpenItem[];
  /** The business clock. */
  at: Date;
}

/**
 * Stores the closing balance of a statement with the balance of the ledger at the end of that day. Returns
 * the unexplained difference: 0 where closing = ledger + open items. A later statement of a day replaces it.
 */
export async function recordClosingBalance(
  tx: PlatformTx,
  { account, day, opening, closing, openItems, at }: ClosingBalance,
): Promise<number> {
  const balance = await balanceAt(tx, account, day);
  const explained = openItems.reduce((sum, { amount }) => sum + amount, 0);
  const difference = closing - balance - explained;
  await sql`
    insert into ledger_statements (account, day, opening, closing, ledger_balance, open_items, difference,
      recorded_at)
    values (${account}, ${day}::date, ${opening}, ${closing}, ${balance}, ${JSON.stringify(openItems)},
      ${difference}, ${at})
    on conflict (account, day) do update set closing = excluded.closing,
      -- A second part of the day begins where the first one has ended.
      opening = case when excluded.opening = ledger_statements.closing then ledger_statements.opening
        else coalesce(excluded.opening, ledger_statements.opening) end,
      ledger_balance = excluded.ledger_balance, open_items = excluded.open_items,
      difference = excluded.difference, recorded_at = excluded.recorded_at`.execute(tx);
  return difference;
}

/** Locks the statements: who has the lock sees all that others have recorded. */
export async function lockStatements(tx: PlatformTx): Promise<void> {
  await sql`lock table ledger_statements in share row exclusive mode`.execute(tx);
}

/** Days that are compared again at most. */
const DIFFERENCES_MAX = 100;

/** Statements with an unexplained difference: those of the newest days, in ascending order. */
export async function readDifferences(
  tx: PlatformTx,
  account: LedgerAccountKind,
): Promise<{ day: string; closing: number }[]> {
  const rows = await tx
    .selectFrom('ledger_statements')
    .select('closing')
    .select((eb) => eb.cast<string>('day', 'text').as('day'))
    .where('account', '=', account)
    .where('difference', '<>', '0')
    .orderBy('ledger_statements.day', 'desc')
    .limit(DIFFERENCES_MAX)
    .execute();
  return rows.toReversed().map(({ day, closing }) => ({ day, closing: Number(closing) }));
}

/** A statement of the settlement bank beside the one before it. */
export interface FollowingStatement {
  day: string;
  /** Null where the statement does not say. */
  opening: number | null;
  /** Null for the first statement. */
  before: { day: string; closing: number } | null;
}

/** The statements of some days, and those that follow them, each beside the one before. */
export async function readFollowing(
  tx: PlatformTx,
  days: readonly string[],
): Promise<FollowingStatement[]> {
  const { rows } = await sql<{
    day: string;
    opening: string | null;
    before: string | null;
    closed: string | null;
  }>`
    select * from (
      select day::text, opening, (lag(day) over by_day)::text as before, lag(closing) over by_day as closed
      from ledger_statements where account = 'SETTLEMENT_BANK' window by_day as (order by day)) stated
    where day = any(${days}::text[]) or before = any(${days}::text[]) order by day`.execute(tx);
  return rows.map(({ day, opening, before, closed }) => ({
    day,
    opening: opening === null ? null : Number(opening),
    before: before === null ? null : { day: before, closing: Number(closed) },
  }));
}

/** The newest day of which the settlement bank has sent a statement; null before the first one. */
export async function readLastStatement(tx: PlatformTx): Promise<string | null> {
  const row = await tx
    .selectFrom('ledger_statements')
    .select((eb) => eb.cast<string>(eb.fn.max('day'), 'text').as('day'))
    .where('account', '=', 'SETTLEMENT_BANK')
    .executeTakeFirst();
  return row?.day ?? null;
}

/** The newest statements of the settlement bank, so many at the most. */
export async function readStatements(tx: Tx, max: number) {
  const rows = await tx
    .selectFrom('ledger_statements')
    .select(['closing', 'ledger_balance', 'open_items', 'difference'])
    .select((eb) => eb.cast<string>('day', 'text').as('day'))
    .where('account', '=', 'SETTLEMENT_BANK')
    .orderBy('ledger_statements.day', 'desc')
    .limit(max)
    .execute();
  return rows.map((row) => ({
    day: row.day,
    closing: Number(row.closing),
    ledgerBalance: Number(row.ledger_balance),
    openItems: z.array(openItemShape).parse(row.open_items),
    difference: Number(row.difference),
  }));
}

/** The newest closed day, when days were last compared, how many were, and what differs. */
export async function readChecks(tx: Tx) {
  const { rows } = await sql<{
    lastClosedDay: string | null;
    lastCheckedAt: Date | null;
    daysChecked: number;
    differences: { day: string; explanation: string }[];
  }>`
    select (select max(day)::text from ledger_closed_days) as "lastClosedDay",
      max(checked_at) as "lastCheckedAt", count(*)::integer as "daysChecked",
      coalesce(jsonb_agg(jsonb_build_object('day', day, 'explanation', difference) order by day desc)
        filter (where difference is not null), '[]') as differences
    from ledger_checks`.execute(tx);
  const [row] = rows;
  return {
    lastClosedDay: row?.lastClosedDay ?? null,
    lastCheckedAt: row?.lastCheckedAt?.toISOString() ?? null,
    daysChecked: row?.daysChecked ?? 0,
    differences: row?.differences ?? [],
  };
}
