import { useQuery } from '@tanstack/react-query';
import { debitDay, getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { isoDay, relativeDay, showDay } from '@tegeka/contract/kit/day.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';

/** Days by the business clock; null until it is known. Moments are taken as days too. */
export function useDebitDays() {
  const { data: clock } = useQuery(endpointQuery(getBusinessClock, {}), cache);
  if (!clock) return null;
  const { today } = clock;
  /** `today`, `in 3 days`. */
  const relative = (at: string) => relativeDay(isoDay(new Date(at)), today);
  return {
    today,
    /** The day on which what is due on a day is debited. */
    debitOn: (day: string) => debitDay(day, clock),
    relative,
    /** `21/11/2026, in 3 days`. */
    tell: (at: string) => `${showDay(at)}, ${relative(at)}`,
  };
}
