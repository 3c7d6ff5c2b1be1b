import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { nextBank } from '#features/debits/submission/debits-submission.ts';
import { markSubmitted, nextUnsubmitted, type Session } from '#features/debits/debits-sessions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { isDeadlock, isLockTimeout } from '#platform/database/database.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import { describeError } from '#platform/log.ts';
import { insertSession } from './clearing-sessions.ts';
import { submitDebits, submitPayouts } from './clearing-outbound.ts';

/** A cut-off that is over for longer is missed: the clearing house takes no more files for it. */
const MISSED_MS = 3_600_000;

/** A cut-off as the log names it. */
const nameOf = ({ cutOff, session }: Session) => ({ cutOff: cutOff.toISOString(), session });

/** Logs what could not be submitted: the debits of a bank, or payouts. A lock of others is no error. */
function logFailure(
  { log }: AppContext,
  session: Session,
  { bank, error }: { bank: string | null; error: unknown },
): void {
  const entry = { ...describeError(error), ...nameOf(session), bank };
  const explanation = 'what is due at a cut-off could not be submitted, it is tried again';
  if (isLockTimeout(error) || isDeadlock(error)) log.warn(entry, explanation);
  else log.error(entry, explanation);
}

/** Submits the debits of a cut-off, file after file. An error at one bank does not stop the other banks. */
async function submitBanks(ctx: AppContext, session: Session) {
  const failed = new Map<string, unknown>();
  let debits = 0;
  let files = 0;
  const next = () =>
    ctx.db.asPlatform('the next bank with debits', (tx) =>
      nextBank(tx, session.day, [...failed.keys()]),
    );
  for (let bankId = await next(); bankId !== null; bankId = await next())
    try {
      const submitted = await submitDebits(ctx, session, bankId);
      debits += submitted;
      if (submitted > 0) files += 1;
    } catch (error) {
      logFailure(ctx, session, { bank: bankId, error });
      failed.set(bankId, error);
    }
  return { debits, files, failures: [...failed.values()] };
}

/** Submits the payouts of a cut-off, file after file. */
async function submitAllPayouts(ctx: AppContext, session: Session): Promise<number> {
  let payouts = 0;
  try {
    for (let submitted = -1; submitted !== 0; payouts += submitted)
      submitted = await submitPayouts(ctx, session);
  } catch (error) {
    logFailure(ctx, session, { bank: null, error });
    throw error;
  }
  return payouts;
}

/** Submits all debits and payouts of a cut-off. Throws the first error of a bank, once the rest is submitted. */
async function submitSession(ctx: AppContext, session: Session) {
  const { debits, files, failures } = await submitBanks(ctx, session);
  const payouts = await submitAllPayouts(ctx, session);
  if (failures.length > 0) throw failures[0];
  await endSession(ctx, session);
  return { debits, files, payouts };
}

/** Marks a cut-off as submitted, and stores the totals of its files. */
function endSession(ctx: AppContext, session: Session): Promise<void> {
  return ctx.db.asPlatform('a session is submitted', async (tx) => {
    await insertSession(tx, ctx.ids.uuid(ctx.clock.now()), session);
    await markSubmitted(tx, session.cutOff, session.cutOff);
  });
}

/**
 * True where the day was announced as a holiday after its session was stored. The session is then marked as
 * submitted without files, and everything waits for the next cut-off.
 */
function isClosed(ctx: AppContext, { cutOff, day }: Session): Promise<boolean> {
  return ctx.db.asPlatform('a cut-off on a holiday is left out', async (tx) => {
    if ((await readCalendar(tx)).closedFor(day) === null) return false;
    await markSubmitted(tx, cutOff, cutOff);
    return true;
  });
}

/**
 * At each cut-off the debits and payouts that wait are submitted in files. What a missed one would have taken
 * goes out with the next one.
 */
export const submissionDue: DueWork = {
  next: async (tx) => (await nextUnsubmitted(tx))?.cutOff ?? null,
  run: async (ctx, at) => {
    const { session, now } = await ctx.db.asPlatform('the next cut-off', async (tx) => ({
      session: await nextUnsubmitted(tx),
      now: await businessTime(tx, ctx.clock.now()),
    }));
    if (!session || session.cutOff > at) return {};
    if (await isClosed(ctx, session)) return {};
    if (now.getTime() - session.cutOff.getTime() > MISSED_MS) {
      await endSession(ctx, session);
      const explanation = 'a cut-off was missed: what was due goes out with the next one';
      ctx.log.error(nameOf(session), explanation);
      return { 'Cut-offs missed': 1 };
    }
    const { debits, files, payouts } = await submitSession(ctx, session);
    return {
      'Debits submitted': debits,
      'Files of debits submitted': files,
      'Payouts submitted': payouts,
    };
  },
};
