import { useQuery } from '@tanstack/react-query';
import { debitDay, getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';

/** Today by the business clock, and the day on which what is due on a day is debited; null until it is known. */
export function useDebitDays() {
  const { data: clock } = useQuery(endpointQuery(getBusinessClock, {}), cache);
  if (!clock) return null;
  return { today: clock.today, debitOn: (day: string) => debitDay(day, clock) };
}
