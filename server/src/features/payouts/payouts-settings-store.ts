import {
  PAYOUT_SCHEDULES,
  type PayoutSettings,
  WEEKDAYS,
} from '@tegeka/contract/payouts/payout-commands.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { type Calendar, kampalaInstant } from '#features/calendar/calendar-days.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';

/** When payouts are made, in Kampala. */
const PAYOUT_TIME = '10:30';

/** The default settings. */
const FIRST = { schedule: 'DAILY', weekday: 'Monday', minimum: 10_000, version: 1 } as const;

const scheduleShape = z.enum(PAYOUT_SCHEDULES);

type PayoutSchedule = Pick<PayoutSettings, 'schedule' | 'weekday'>;

/** When a merchant is paid out next after an instant; null where payouts are requested. */
export function nextPayoutAt(
  calendar: Calendar,
  { schedule, weekday }: PayoutSchedule,
  after: Date,
): Date | null {
  if (schedule === 'MANUAL') return null;
  const number = WEEKDAYS.indexOf(weekday) + 1;
  // A day of the last week may roll forward to a moment after `after`.
  for (let day = addDays(isoDay(after), -7); ; day = addDays(day, 1)) {
    if (schedule === 'WEEKLY' && weekdayOf(day) !== number) continue;
    const at = kampalaInstant(calendar.roll(day), PAYOUT_TIME);
    if (at > after) return at;
  }
}

/** A merchant's settings, and when it is paid out next; the defaults where it has none yet. */
export async function readSettings(
  tx: Tx,
  organizationId: string,
): Promise<PayoutSettings & { nextAt: Date | null }> {
  const row = await tx
    .selectFrom('payout_settings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row) return { ...FIRST, nextAt: null };
  return {
    schedule: scheduleShape.parse(row.schedule),
    weekday: WEEKDAYS[(row.weekday ?? 1) - 1] ?? FIRST.weekday,
    minimum: Number(row.minimum),
    version: row.revision,
    nextAt: row.next_at,
  };
}

export async function openSettings(
  tx: Tx,
  calendar: Calendar,
  organizationId: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('payout_settings')
    .values({
      organization_id: organizationId,
      schedule: FIRST.schedule,
      minimum: FIRST.minimum,
      next_at: nextPayoutAt(calendar, FIRST, at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the settings of a merchant that has some: payouts of a merchant are made one at a time. */
export async function lockSettings(tx: Tx, organizationId: string): Promise<void> {
  await sql`select from payout_settings where organization_id = ${organizationId} for update`.execute(
    tx,
  );
}

/** Changes settings that still have the version (optimistic locking). Refuses PAYOUT_SETTINGS_CHANGED. */
export async function changeSettings(
  tx: Tx,
  calendar: Calendar,
  organizationId: string,
  { version, ...settings }: PayoutSettings,
  at: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_settings')
    .set((eb) => ({
      schedule: settings.schedule,
      weekday: settings.schedule === 'WEEKLY' ? WEEKDAYS.indexOf(settings.weekday) + 1 : null,
      minimum: settings.minimum,
      next_at: nextPayoutAt(calendar, settings, at),
      revision: eb('revision', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('revision', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse('PAYOUT_SETTINGS_CHANGED');
}

/** The earliest next payout of all merchants; null where there is none. */
export async function firstPayoutAt(tx: PlatformTx): Promise<Date | null> {
  const { at } = await tx
    .selectFrom('payout_settings')
    .select((eb) => eb.fn.min('next_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** Locks merchants whose payout is due, so many at the most; those that others have locked are left. */
export async function lockDueSettings(
  tx: PlatformTx,
  at: Date,
  max: number,
): Promise<{ organizationId: string; minimum: number; schedule: PayoutSchedule }[]> {
  const rows = await tx
    .selectFrom('payout_settings')
    .select(['organization_id', 'minimum', 'schedule', 'weekday'])
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ organization_id: organizationId, minimum, schedule, weekday }) => ({
    organizationId,
    minimum: Number(minimum),
    schedule: {
      schedule: scheduleShape.parse(schedule),
      weekday: WEEKDAYS[(weekday ?? 1) - 1] ?? FIRST.weekday,
    },
  }));
}

export async function setNextPayouts(
  tx: PlatformTx,
  next: readonly { organizationId: string; at: Date | null }[],
): Promise<void> {
  await sql`
    update payout_settings s set next_at = n.at
    from unnest(${next.map((one) => one.organizationId)}::uuid[],
      ${next.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[]) n (id, at)
    where s.organization_id = n.id`.execute(tx);
}
