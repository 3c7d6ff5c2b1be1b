import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { scheduleShape } from '@tegeka/contract/mandates/schedule.ts';
import { dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import { sql } from 'kysely';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';

/** The earliest next due day of all mandates; null where none has one. */
async function earliestDueDay(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('mandates')
    .select(sql<string>`next_due_on::text`.as('day'))
    .where('next_due_on', 'is not', null)
    .orderBy('next_due_on')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Sets the next due day of at most `max` mandates whose due day has passed. Returns how many. */
async function passDueDays(tx: Tx, today: string, max: number): Promise<number> {
  const rows = await tx
    .selectFrom('mandates')
    .select(['id', 'organization_id', 'schedule', sql<string>`starts_on::text`.as('start')])
    .select(sql<string | null>`ends_on::text`.as('end'))
    .where('next_due_on', '<', sql<Date>`${today}::date`)
    .orderBy('next_due_on')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return 0;
  const next = rows.map(({ id, organization_id, schedule, start, end }) => {
    const [due] = dueDays(scheduleShape.parse(schedule), { start, end }, today, 1);
    return { id, organization_id, day: due?.day ?? null };
  });
  await sql`update mandates set next_due_on = next.day::date
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb)
      as next(id uuid, organization_id uuid, day text)
    where mandates.organization_id = next.organization_id and mandates.id = next.id`.execute(tx);
  return rows.length;
}

const DAYS_BATCH = 1000;

/** Due days pass at midnight in Kampala, and each mandate then shows its next one. */
export const dueDaysPass: DueWork = {
  next: async (tx) => {
    const day = await earliestDueDay(tx);
    return day === null ? null : kampalaInstant(addDays(day, 1), '00:00');
  },
  run: async (ctx, at) => {
    let total = 0;
    for (let passed = DAYS_BATCH; passed === DAYS_BATCH; total += passed)
      passed = await ctx.db.asPlatform('due days of mandates pass', (tx) =>
        passDueDays(tx, isoDay(at), DAYS_BATCH),
      );
    return { 'Due days that passed': total };
  },
};
