import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

// Debits are a later feature, which mandates can not call: they use database functions instead.

/** The last day of the open debits of a mandate, retries included; null where none is left. */
export async function openUntil(
  tx: Tx,
  { organization_id, id }: { organization_id: string; id: string },
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select open_until(${organization_id}, ${id})::text as day`.execute(tx);
  return rows[0]?.day ?? null;
}

/** Debits that were sent to the bank and have no result yet; the total in whole shillings. */
export interface AtBank {
  count: number;
  total: number;
}

/** The debits of a series that are at the bank: a stop does not prevent them. */
export async function readAtBank(
  tx: Tx,
  { organization_id, series_id }: { organization_id: string; series_id: string },
): Promise<AtBank> {
  const { rows } = await sql<{ count: number; total: string }>`
    select count, total from at_bank(${organization_id}, ${series_id})`.execute(tx);
  return { count: rows[0]?.count ?? 0, total: Number(rows[0]?.total ?? 0) };
}

/**
 * Moves the open debits of a mandate to its replacement, where that allows them and debits the same account.
 * The rest is cancelled with the old mandate, and the new one makes the days of its schedule again.
 */
export async function handOver(
  tx: Tx,
  {
    organization_id,
    replaces_id,
    id,
  }: { organization_id: string; replaces_id: string; id: string },
): Promise<void> {
  await sql`select hand_over(${organization_id}, ${replaces_id}, ${id})`.execute(tx);
}
