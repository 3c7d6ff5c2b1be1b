import type { MandateUsage } from '@tegeka/contract/debits/mandate-usage.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { amountDue, type DueDay, dueDays } from '@tegeka/contract/mandates/schedule-days.ts';

/** How many of the next days are listed. */
const LISTED = 5;

type Limited = Pick<Mandate, 'maxCount' | 'maxTotal'>;

/** True if the number or the sum of all debits is limited. */
export const isLimited = ({ maxCount, maxTotal }: Limited) =>
  maxCount !== null || maxTotal !== null;

/**
 * The next nominal days that the limits on the number and the sum of debits leave; none where their use is
 * not known. A debit that was made ahead counts as used: of the last days, fewer are listed then.
 */
export function upcomingDays(
  mandate: Limited & Pick<Mandate, 'schedule' | 'amount' | 'start' | 'end'>,
  usage: Pick<MandateUsage, 'count' | 'total'> | undefined,
  today: string,
): DueDay[] {
  const { schedule, amount, maxCount, maxTotal } = mandate;
  if (isLimited(mandate) && !usage) return [];
  const { count, total } = usage ?? { count: 0, total: 0 };
  const max = Math.min(LISTED, (maxCount ?? Infinity) - count);
  if (max <= 0) return [];
  let sum = total;
  return dueDays(schedule, mandate, today, max).filter(({ index }) => {
    sum += amountDue(schedule, amount, index) ?? 0;
    return sum <= (maxTotal ?? Infinity);
  });
}
