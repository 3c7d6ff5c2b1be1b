import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';

/** True where a business gets summaries, which is the default. */
export async function isDaily(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('summary_settings')
    .select('daily')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.daily ?? true;
}

export async function setDaily(tx: Tx, organizationId: string, daily: boolean): Promise<void> {
  await tx
    .insertInto('summary_settings')
    .values({ organization_id: organizationId, daily })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ daily }))
    .execute();
}

/**
 * Marks the summary of a day as sent. Returns the businesses that want it and did not have it yet. Rows are
 * locked in the order of their ids: a concurrent server waits, without a deadlock, and gets none of them.
 */
export async function markSent(
  tx: PlatformTx,
  organizationIds: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into summary_settings as s (organization_id, sent_on)
    select id, ${day}::date from unnest(${organizationIds}::uuid[]) id order by id
    on conflict (organization_id) do update set sent_on = excluded.sent_on
      where s.daily and coalesce(s.sent_on < excluded.sent_on, true)
    returning organization_id as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Up to when everything is reported; null before the first time. */
export async function readReportedUntil(tx: Tx): Promise<Date | null> {
  const row = await tx.selectFrom('summary_state').select('reported_until').executeTakeFirst();
  return row?.reported_until ?? null;
}

/** Notes up to when everything is reported. */
export async function setReportedUntil(tx: PlatformTx, until: Date): Promise<void> {
  await sql`
    insert into summary_state as s (reported_until) values (${until})
    on conflict (only_row) do update set reported_until = excluded.reported_until
      where s.reported_until < excluded.reported_until`.execute(tx);
}
