import { useQuery } from '@tanstack/react-query';
import { debitDay, getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { isoDay, relativeDay, showDay } from '@tegeka/contract/kit/day.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';

/** Days by the business clock. Null until it is loaded. `relative` and `tell` also take timestamps. */
export function useDebitDays() {
  const { data: clock } = useQuery(endpointQuery(getBusinessClock, {}), cache);
  if (!clock) return null;
  const { today } = clock;
  /** `today`, `in 3 days`. */
  const relative = (at: string) => relativeDay(isoDay(new Date(at)), today);
  return {
    today,
    /** The day of the debit for a due day. */
    debitOn: (day: string) => debitDay(day, clock),
    relative,
    /** `21/11/2026, in 3 days`. */
    tell: (at: string) => `${showDay(at)}, ${relative(at)}`,
  };
}
