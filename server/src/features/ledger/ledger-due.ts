import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import { checkDay, endDay, readSpan, readUnchecked, sumDay } from './ledger-days-store.ts';
import { allowTime } from './ledger-store.ts';

/** When a day is closed, in Kampala: on the next one. */
const CLOSING = '00:30';

/** Days that are compared with their entries a night, the one that is closed among them. */
const CHECKED_A_NIGHT = 31;

/** The first day that is not closed; null before the first posting. */
async function nextDay(tx: PlatformTx): Promise<string | null> {
  const { summed, first } = await readSpan(tx);
  return summed === null ? first : addDays(summed, 1);
}

async function check(ctx: AppContext, at: Date): Promise<void> {
  await ctx.db.asPlatform('compare days of the ledger', async (tx) => {
    await allowTime(tx);
    for (const day of await readUnchecked(tx, CHECKED_A_NIGHT)) {
      const difference = await checkDay(tx, day, at);
      if (difference !== null) ctx.log.error({ day, difference }, 'the ledger does not hold');
    }
  });
}

/** Closes each day at night: sums it once, adds it to the digest chain, and compares closed days. */
export const ledgerCloses: DueWork = {
  next: async (tx) => {
    const day = await nextDay(tx);
    return day === null ? null : kampalaInstant(addDays(day, 1), CLOSING);
  },
  run: async (ctx, at) => {
    const day = await ctx.db.asPlatform('end a day of the ledger', async (tx) => {
      const open = await nextDay(tx);
      if (open === null || open >= isoDay(at)) return null;
      await endDay(tx, open);
      return open;
    });
    if (day === null) return {};
    // Not under the lock: new entries count to a later day, so posting can go on.
    await ctx.db.asPlatform('sum a day of the ledger', (tx) => sumDay(tx, day, at));
    await check(ctx, at);
    return { 'Days of the ledger closed': 1 };
  },
};
