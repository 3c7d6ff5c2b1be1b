import type { CollectionCheck } from '@tegeka/contract/collections/collection-writing.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCollectable } from '#features/mandates/collecting/mandates-collecting.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { examineRequests } from './collections-service.ts';
import { mostWithin, nothing } from './limits/collections-limit-rules.ts';
import { readConsumed } from './limits/collections-limits.ts';
import { collectionDay, earliestDay } from './limits/collections-requests.ts';

interface Asked {
  mandateId: string;
  amount?: number | undefined;
  dueDay?: string | undefined;
}

/**
 * What could be collected by a mandate on a day, by the rules that a request for it is checked with. Refuses
 * NOT_FOUND, also of a mandate that no payer has agreed to.
 */
export async function checkCollection(
  tx: Tx,
  { mandateId, amount, dueDay }: Asked,
  now: Date,
): Promise<CollectionCheck> {
  const [mandate] = await readCollectable(tx, [mandateId]);
  if (!mandate) throw refuse('NOT_FOUND');
  const today = isoDay(await businessTime(tx, now));
  const calendar = await readCalendar(tx);
  const earliest = earliestDay(calendar, mandate, today);
  const dueOn = dueDay ?? earliest;
  // Without a reference, which is checked when the debit is asked for.
  const input = { mandateId, reference: '', currency: CURRENCY, dueDay: dueOn, amount };
  const [errors = []] = await examineRequests(tx, [{ input, mandate }], { now, origin: 'HAND' });
  if (errors.some(({ field }) => field === 'dueDay'))
    return { earliestDay: earliest, collectionDay: null, most: null, errors };
  const { noticeDays } = mandate;
  const collectOn = collectionDay(calendar, { dueOn, today, noticeDays });
  const used = (await readConsumed(tx, [mandate])).get(mandateId) ?? nothing();
  const wanted = { mandate, origin: 'HAND', retried: false, dueOn, collectOn, amount: 0 };
  const most = Math.min(mostWithin(wanted, used), await rateOn(tx, 'DEBIT_CAP', today));
  return { earliestDay: earliest, collectionDay: collectOn, most, errors };
}
