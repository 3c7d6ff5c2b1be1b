import { ERRORS } from '@tegeka/contract/kit/errors.ts';
import { addDays, DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { kampalaInstant, readCalendar } from '#features/calendar/calendar-days.ts';
import { type DueWork } from '#platform/jobs/due-work.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { describeError } from '#platform/log.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { openUntil } from './collection/mandates-open-debits.ts';
import { remind } from './mandates-consent-request.ts';
import { ASK_AGAIN_MS, recordCancelled, recordConsent } from './mandates-bank-request.ts';
import { activation, expireConsentRequest } from './mandates-confirmation.ts';
import {
  endReplaced,
  findObstacle,
  isReplacedSuspended,
} from './collection/mandates-replacement.ts';
import { lockDueMandates, readNextActionAt, setNextAction } from './mandates-next-action.ts';
import { readMandateRow, transitionMandate } from './mandates-store.ts';
import { notifyNotConfirmed } from './messages/mandates-notices.ts';

const BATCH = 100;

type DueMandate = Awaited<ReturnType<typeof lockDueMandates>>[number];

const DONE: Readonly<Record<string, string>> = {
  REMIND_1: 'Payers reminded',
  REMIND_2: 'Payers reminded',
  EXPIRE: 'Unanswered mandates ended',
  ASK_BANK: 'Banks asked again',
  UNANSWERED: 'Mandates ended that no bank answered',
  START: 'Mandates begun',
  END: 'Mandates ended on their last day',
};

/**
 * Returns when a mandate ends: after the business day on which its last day is debited, and after all debits
 * that are pending, at the bank or waiting for a retry.
 */
async function lastDayOver(tx: PlatformTx, mandate: DueMandate, at: Date): Promise<Date> {
  const { ends_on: end } = await readMandateRow(tx, mandate.id);
  if (end === null) throw new Error(`The mandate ${mandate.id} has no last day`);
  const last = (await readCalendar(tx)).roll(end);
  const open = await openUntil(tx, mandate);
  const days = open === null ? [last] : [last, open, isoDay(at)];
  return kampalaInstant(addDays(days.toSorted().at(-1) ?? last, 1), '00:00');
}

/** Days for which asking the bank is retried, after an error of ours or while the business is suspended. */
const CONFIRMATION_DAYS = 7;
/** Delay of the deadline while officers are deciding. */
const DECIDING_MS = 60_000;

/** The result of `runAction` where nothing was done yet. */
const PUT_OFF = 'put off';

async function runAction(
  ctx: AppContext,
  tx: PlatformTx,
  mandate: DueMandate,
  at: Date,
): Promise<unknown> {
  const { id, organization_id: owner, next_action } = mandate;
  const of = { id, actor: SYSTEM, at };
  switch (next_action) {
    case 'REMIND_1':
    case 'REMIND_2':
      return remind(ctx, tx, { id, what: next_action, at });
    case 'EXPIRE':
      return transitionMandate(tx, {
        ...of,
        to: 'EXPIRED',
        reason: 'Nobody answered within 7 days of the last message',
      });
    case 'REQUEST_CONFIRMATION': {
      const until = mandate.updated_at.getTime() + CONFIRMATION_DAYS * DAY_MS;
      if (at.getTime() >= until) {
        const reason = "The payer's bank could not be asked";
        await transitionMandate(tx, { ...of, to: 'EXPIRED', reason });
        return notifyNotConfirmed(ctx, tx, id);
      }
      await setNextAction(tx, id, { at: new Date(at.getTime() + ASK_AGAIN_MS), what: next_action });
      return recordConsent(ctx, tx, mandate);
    }
    case 'UNANSWERED': {
      if (!(await expireConsentRequest(ctx, tx, mandate))) {
        await setNextAction(tx, id, {
          at: new Date(at.getTime() + DECIDING_MS),
          what: next_action,
        });
        return PUT_OFF;
      }
      const reason = "The payer's bank did not answer in time";
      await transitionMandate(tx, { ...of, to: 'EXPIRED', reason });
      await notifyNotConfirmed(ctx, tx, id);
      return recordCancelled(ctx, tx, { id, organization_id: owner });
    }
    case 'START': {
      const row = await readMandateRow(tx, id, true);
      if (await isReplacedSuspended(tx, row)) {
        const tomorrow = kampalaInstant(addDays(isoDay(at), 1), '00:00');
        await setNextAction(tx, id, { at: tomorrow, what: next_action });
        return PUT_OFF;
      }
      if ((await findObstacle(tx, row)) === 'CONSENT_ENDED') {
        await transitionMandate(tx, { ...of, to: 'FAILED', reason: ERRORS.CONSENT_ENDED[1] });
        return recordCancelled(ctx, tx, row);
      }
      await endReplaced(ctx, tx, row, of);
      return transitionMandate(tx, { ...of, to: 'ACTIVE', ...activation(row, at) });
    }
    case 'END': {
      const over = await lastDayOver(tx, mandate, at);
      if (over > at) {
        await setNextAction(tx, id, { at: over, what: 'END' });
        return PUT_OFF;
      }
      return transitionMandate(tx, { ...of, to: 'EXPIRED', reason: 'Its last day is over' });
    }
    case null:
    default:
      throw new Error(`A mandate has no action ${next_action}`);
  }
}

/** Does the due work of at most `max` mandates in one transaction. Returns what was done with each. */
function runDueBatch(ctx: AppContext, at: Date, max: number): Promise<string[]> {
  return ctx.db.asPlatform('actions of mandates that are due', async (tx) => {
    const mandates = await lockDueMandates(tx, at, max);
    const done: string[] = [];
    for (const one of mandates) {
      const result = await runAction(ctx, tx, one, one.next_action_at ?? at);
      if (result !== PUT_OFF) done.push(DONE[one.next_action ?? ''] ?? '');
    }
    return done;
  });
}

/** Delay until the retry of a mandate whose due work failed. Other mandates go on. */
const RETRY_MS = 3_600_000;

/** Does the due work of the first mandate alone, or postpones it after an error. */
async function runFirstAlone(ctx: AppContext, at: Date): Promise<string[]> {
  try {
    return await runDueBatch(ctx, at, 1);
  } catch (error) {
    return ctx.db.asPlatform('a mandate whose due work failed is put off', async (tx) => {
      const [one] = await lockDueMandates(tx, at, 1);
      if (!one || one.next_action === null) return [];
      ctx.log.error({ ...describeError(error), mandate: one.id }, 'due work of a mandate failed');
      await setNextAction(tx, one.id, {
        at: new Date(at.getTime() + RETRY_MS),
        what: one.next_action,
      });
      return ['Mandates put off after an error'];
    });
  }
}

/** What happens to mandates by themselves: reminders, the end of unanswered ones, first and last days. */
export const mandatesDue: DueWork = {
  next: readNextActionAt,
  run: async (ctx, at) => {
    const done: Record<string, number> = {};
    const count = (what: readonly string[]) => {
      for (const explanation of what) done[explanation] = (done[explanation] ?? 0) + 1;
      return what.length;
    };
    for (let worked = BATCH; worked === BATCH;)
      worked = await runDueBatch(ctx, at, BATCH).then(count, async () => {
        for (let n = 0; n < BATCH; n += 1) if (count(await runFirstAlone(ctx, at)) === 0) return 0;
        return BATCH;
      });
    return done;
  },
};
