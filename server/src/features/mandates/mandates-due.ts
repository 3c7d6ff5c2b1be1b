import { type DueWork } from '#platform/jobs/due-work.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { remind } from './mandates-asking.ts';
import { endWake } from './mandates-confirming.ts';
import { lockWaking, nextWake, readMandateRow, transitionMandate } from './mandates-store.ts';

/** Mandates that one transaction works on. */
const BATCH = 100;

type Waking = Awaited<ReturnType<typeof lockWaking>>[number];

async function wake(ctx: AppContext, tx: PlatformTx, { id, wake_for }: Waking, at: Date) {
  const of = { id, actor: SYSTEM, at };
  switch (wake_for) {
    case 'REMIND_1':
    case 'REMIND_2':
      return remind(ctx, tx, { id, what: wake_for, at });
    case 'EXPIRE':
      return transitionMandate(tx, { ...of, to: 'EXPIRED', reason: 'Nobody answered in 7 days' });
    case 'START': {
      const set = endWake(await readMandateRow(tx, id));
      return transitionMandate(tx, { ...of, to: 'ACTIVE', reason: null, set });
    }
    case 'END':
      return transitionMandate(tx, { ...of, to: 'EXPIRED', reason: 'Its last day is over' });
    case null:
    default:
      throw new Error(`A mandate can not wake for ${wake_for}`);
  }
}

/** What happens to mandates by themselves: reminders, the end of unanswered ones, first and last days. */
export const mandatesDue: DueWork = {
  name: 'mandates',
  next: nextWake,
  run: async (ctx, at) => {
    for (let worked = BATCH; worked === BATCH;) {
      worked = await ctx.db.asPlatform('mandates wake by the business clock', async (tx) => {
        const waking = await lockWaking(tx, at, BATCH);
        for (const one of waking) await wake(ctx, tx, one, one.wake_at ?? at);
        return waking.length;
      });
    }
  },
};
