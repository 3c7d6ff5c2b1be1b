import { isoDay } from '@tegeka/contract/kit/day.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DueWork, inBatches } from '#platform/jobs/due-work.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { makePayouts, readFunds } from './payouts-service.ts';
import {
  firstPayoutAt,
  lockDueSettings,
  nextPayoutAt,
  setNextPayouts,
} from './payouts-settings-store.ts';

const BATCH = 200;

/** Pays out the next merchants that are due. Returns how many there were, and how many payouts. */
function payOutBatch(ctx: AppContext, at: Date): Promise<{ merchants: number; payouts: number }> {
  return ctx.db.asPlatform('merchants are paid out by their schedule', async (tx) => {
    const due = await lockDueSettings(tx, at, BATCH);
    if (due.length === 0) return { merchants: 0, payouts: 0 };
    const calendar = await readCalendar(tx);
    const next = due.map(({ organizationId, schedule }) => ({
      organizationId,
      at: nextPayoutAt(calendar, schedule, at),
    }));
    await setNextPayouts(tx, next);
    // The day was announced as a holiday since.
    if (calendar.closedFor(isoDay(at)) !== null) return { merchants: due.length, payouts: 0 };
    const ids = due.map(({ organizationId }) => organizationId);
    const { of } = await readFunds(tx, ids, at);
    const orders = due.flatMap(({ organizationId, minimum }) => {
      const funds = of.get(organizationId);
      if (!funds?.merchant.isActive || funds.heldUntil !== null) return [];
      const { available: amount, merchant } = funds;
      if (amount === 0 || amount < minimum) return [];
      return [{ merchant, amount, origin: 'SCHEDULE' as const }];
    });
    const made = await makePayouts(ctx, tx, orders, { actor: SYSTEM, at });
    return { merchants: due.length, payouts: made.length };
  });
}

export const payoutsDue: DueWork = {
  next: firstPayoutAt,
  run: async (ctx, at) => {
    let made = 0;
    await inBatches(BATCH, async () => {
      const { merchants, payouts } = await payOutBatch(ctx, at);
      made += payouts;
      return merchants;
    });
    return { 'Payouts made': made };
  },
};
