import { sql } from 'kysely';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import type { Tx } from '#platform/database/database.ts';

/** A session of the clearing house. */
export interface Session {
  cutOff: Date;
  /** ISO 8601 day in Kampala. */
  day: string;
  session: 'MORNING' | 'AFTERNOON';
}

/** How long before the cut-off of a session its debits are made. */
const RUN_AHEAD_MS = 3_600_000;

export const runMoment = ({ cutOff }: Session) => new Date(cutOff.getTime() - RUN_AHEAD_MS);

const sessionOf = ({ day, session, at }: ReturnType<Calendar['nextCutOff']>): Session => ({
  cutOff: at,
  day,
  session,
});

/** The session whose debits are to be made next: the one after the last, or the first one from now. */
export async function nextToRun(tx: Tx, now: Date): Promise<Session> {
  const last = await tx
    .selectFrom('debit_sessions')
    .select('cut_off')
    .orderBy('cut_off', 'desc')
    .limit(1)
    .executeTakeFirst();
  return sessionOf((await readCalendar(tx)).nextCutOff(last?.cut_off ?? now));
}

/** Writes down that the debits of a session are made. */
export async function markRun(
  tx: Tx,
  { cutOff, day, session }: Session,
  { created, at }: { created: number; at: Date },
): Promise<void> {
  await sql`insert into debit_sessions (cut_off, day, session, created, run_at)
    values (${cutOff}, ${day}::date, ${session}, ${created}, ${at})
    on conflict (cut_off) do nothing`.execute(tx);
}

/** The first session whose cut-off takes debits that were not submitted yet; null where there is none. */
export async function nextUnsubmitted(tx: Tx): Promise<Session | null> {
  const row = await tx
    .selectFrom('debit_sessions')
    .select(['cut_off', 'session', sql<string>`day::text`.as('day')])
    .where('submitted_at', 'is', null)
    .orderBy('cut_off')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const session = row.session === 'MORNING' ? 'MORNING' : 'AFTERNOON';
  return { cutOff: row.cut_off, day: row.day, session };
}

/** Marks a session as submitted: all that its cut-off takes is in files. */
export async function markSubmitted(tx: Tx, cutOff: Date, at: Date): Promise<void> {
  await tx
    .updateTable('debit_sessions')
    .set({ submitted_at: at })
    .where('cut_off', '=', cutOff)
    .where('submitted_at', 'is', null)
    .execute();
}
