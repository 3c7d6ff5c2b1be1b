import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

// Collections stand above mandates: what a mandate needs of them are functions of the database.

/** The last day of the debits that a mandate still has to make, tries again included; null where none is left. */
export async function openUntil(
  tx: Tx,
  { organization_id, id }: { organization_id: string; id: string },
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select open_until(${organization_id}, ${id})::text as day`.execute(tx);
  return rows[0]?.day ?? null;
}

/**
 * Hands the debits that a mandate still has to make to the one that takes its place, where that allows
 * them and debits the same account. What is left is cancelled with the old mandate, and the new one makes
 * the days of its schedule anew.
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
