import { type DueWork } from '#platform/jobs/due-work.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { describeError } from '#platform/log.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { remind } from './mandates-asking.ts';
import { endWake } from './mandates-confirming.ts';
import {
  lockWaking,
  nextWake,
  readMandateRow,
  setWake,
  transitionMandate,
} from './mandates-store.ts';

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

/** Does what is due for so many mandates at most, in one transaction; gives how many there were. */
function wakeSome(ctx: AppContext, at: Date, most: number): Promise<number> {
  return ctx.db.asPlatform('mandates wake by the business clock', async (tx) => {
    const waking = await lockWaking(tx, at, most);
    for (const one of waking) await wake(ctx, tx, one, one.wake_at ?? at);
    return waking.length;
  });
}

/** A mandate at which its work failed is tried again after this long; the others do not wait for it. */
const RETRY_MS = 3_600_000;

/** Does what is due for the first mandate alone, or puts it off where that fails. */
async function wakeFirst(ctx: AppContext, at: Date): Promise<number> {
  try {
    return await wakeSome(ctx, at, 1);
  } catch (error) {
    return ctx.db.asPlatform('a mandate whose due work failed is put off', async (tx) => {
      const [one] = await lockWaking(tx, at, 1);
      if (!one || one.wake_for === null) return 0;
      ctx.log.error({ ...describeError(error), mandate: one.id }, 'due work of a mandate failed');
      await setWake(tx, one.id, { at: new Date(at.getTime() + RETRY_MS), what: one.wake_for });
      return 1;
    });
  }
}

/** What happens to mandates by themselves: reminders, the end of unanswered ones, first and last days. */
export const mandatesDue: DueWork = {
  next: nextWake,
  run: async (ctx, at) => {
    for (let worked = BATCH; worked === BATCH;)
      worked = await wakeSome(ctx, at, BATCH).catch(async () => {
        for (let n = 0; n < BATCH; n += 1) if ((await wakeFirst(ctx, at)) === 0) return 0;
        return BATCH;
      });
  },
};
