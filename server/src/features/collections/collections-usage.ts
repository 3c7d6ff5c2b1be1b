import type { MandateUsage } from '@tegeka/contract/collections/collections.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readLimits } from '#features/mandates/collecting/mandates-collecting.ts';
import type { Tx } from '#platform/database/database.ts';
import { nothing, periodStart, readConsumed } from './collections-limits.ts';

/** How much of the limits of a mandate is used, with what those before it have used. Refuses NOT_FOUND. */
export async function readUsage(tx: Tx, mandateId: string, now: Date): Promise<MandateUsage> {
  const limits = await readLimits(tx, mandateId);
  const { seriesId, maxPerDebit, maxPerPeriod, period, schedulePeriod, plan } = limits;
  const used = (await readConsumed(tx, [limits])).get(seriesId) ?? nothing();
  const today = isoDay(await businessTime(tx, now));
  return {
    ...used.series,
    maxCount: limits.maxCount,
    maxTotal: limits.maxTotal,
    period:
      period === null || maxPerPeriod === null
        ? null
        : {
            kind: period,
            total: used.periods.get(periodStart(period, today)) ?? 0,
            most: maxPerPeriod,
          },
    plan: plan.count === null ? null : { ...used.own, maxCount: plan.count, maxTotal: plan.total },
    schedulePeriod:
      schedulePeriod === null
        ? null
        : {
            kind: schedulePeriod,
            total: used.schedulePeriods.get(periodStart(schedulePeriod, today)) ?? 0,
            most: maxPerDebit,
          },
  };
}
