import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { kampalaInstant, readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { type DueWork, inBatches } from '#platform/jobs/due-work.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { lockCollectable } from '#features/mandates/collection/mandates-collectable.ts';
import type { AttemptKey } from './outcomes/debits-attempts.ts';
import { endRetriesWithoutRoom } from './debits-retries.ts';
import { notifyMoved } from './notices/debits-notices.ts';
import {
  failureColumns,
  changeDebits,
  type DebitChange,
  lockable,
  type LockedDebit,
} from './debits-changes.ts';

const BATCH = 500;
const HOUR_MS = DAY_MS / 24;

/** A retry begins in the morning of its day. */
export const retryMoment = (day: string) => kampalaInstant(day, '06:00');

/** Actions of which {@link debitTimers} takes care. */
const OWN_ACTIONS = ['GIVE_UP_NOTICE', 'UNANSWERED', 'RETRY'] as const;

const withAction = (tx: PlatformTx) =>
  lockable(tx).where('next_action_at', 'is not', null).where('next_action', 'in', OWN_ACTIONS);

/** The change of an action that is due, and the words under which it is counted. */
function dueChange(row: LockedDebit, at: Date): { explanation: string; change: DebitChange } {
  switch (row.next_action) {
    case 'GIVE_UP_NOTICE':
      return {
        explanation: 'Debits given up, their payers could not be told',
        change: { row, to: 'REJECTED', set: failureColumns('NO_NOTICE') },
      };
    case 'UNANSWERED': {
      const ask = { next_action_at: at, next_action: 'INQUIRE' };
      return {
        explanation: 'Debits without an answer',
        change: { row, to: 'UNKNOWN', set: { ...failureColumns('NO_ANSWER'), ...ask } },
      };
    }
    case 'RETRY':
      return { explanation: 'Debits tried again', change: { row, to: 'PENDING' } };
    case null:
    default:
      throw new Error(`A transaction has no action ${row.next_action}`);
  }
}

function runDueBatch(ctx: AppContext, at: Date): Promise<string[]> {
  return ctx.db.asPlatform('actions of debits that are due', async (tx) => {
    const due = withAction(tx)
      .where('next_action_at', '<=', at)
      .orderBy('next_action_at')
      .limit(BATCH);
    const retries = (await due.execute()).filter((row) => row.next_action === 'RETRY');
    // Mandates are locked before debits. The day of a retry may have moved into another period.
    const mandates = await lockCollectable(
      tx,
      retries.map((row) => row.mandate_id),
    );
    await endRetriesWithoutRoom(tx, [...mandates.values()], at);
    const rows = await due.forUpdate().skipLocked().execute();
    const actions = rows.map((row) => dueChange(row, at));
    await changeDebits(
      tx,
      actions.map(({ change }) => change),
      { actor: SYSTEM, at },
    );
    return actions.map(({ explanation }) => explanation);
  });
}

/** When the next of these actions of a debit is due; null where none is. */
async function readNextActionAt(tx: PlatformTx, what: readonly string[]): Promise<Date | null> {
  const row = await tx
    .selectFrom('debits')
    .select('next_action_at')
    // Required for the partial index: without it all debits are scanned.
    .where('next_action_at', 'is not', null)
    .where('next_action', 'in', what)
    .orderBy('next_action_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_action_at ?? null;
}

/** Actions that are due of debits: notices that could not be sent, missing answers and retries. */
export const debitTimers: DueWork = {
  next: (tx) => readNextActionAt(tx, OWN_ACTIONS),
  run: async (ctx, at) => {
    const done: Record<string, number> = {};
    await inBatches(BATCH, async () => {
      const explanation = await runDueBatch(ctx, at);
      for (const word of explanation) done[word] = (done[word] ?? 0) + 1;
      return explanation.length;
    });
    return done;
  },
};

/** Submissions with an unknown outcome whose next inquiry is due, locked. */
async function readToAsk(tx: PlatformTx, at: Date, max: number) {
  const rows = await lockable(tx)
    .where('next_action_at', '<=', at)
    .where('next_action', '=', 'INQUIRE')
    .orderBy('next_action_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  const attempts = await tx
    .selectFrom('debit_attempts')
    .select(['debit_id', 'attempt', 'instruction_id'])
    .where(sql<boolean>`organization_id = any(${rows.map((row) => row.organization_id)}::uuid[])`)
    .where(sql<boolean>`debit_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`outcome is distinct from 'WITHDRAWN'`)
    .execute();
  return rows.flatMap((row) => {
    const sent = attempts.find((one) => one.debit_id === row.id && one.attempt === row.attempt);
    if (!sent) throw new Error(`The submission ${row.attempt} of ${row.id} is missing`);
    const key = {
      organizationId: row.organization_id,
      debitId: row.id,
      attempt: row.attempt,
      instructionId: sent.instruction_id,
    };
    return [{ row, key }];
  });
}

export interface Inquiry extends AttemptKey {
  /** True where no inquiry is left: nothing is sent, and two operators settle it. */
  isLast: boolean;
}

interface Asking {
  at: Date;
  max: number;
  /** Hours between inquiries. */
  waits: readonly number[];
  /** Returns those of the submissions whose file was not sent yet: nobody can be asked about them. */
  readUnsent: (tx: PlatformTx, instructionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * Submissions with an unknown outcome whose bank is to be asked now; they are marked as asked. Those whose file
 * was not sent wait for their inquiry. `count` says how many were looked at.
 */
export async function nextInquiries(
  tx: PlatformTx,
  { at, max, waits, readUnsent }: Asking,
): Promise<{ inquiries: Inquiry[]; count: number }> {
  const found = await readToAsk(tx, at, max);
  const ids = found.map(({ key }) => key.instructionId);
  const unsent = await readUnsent(tx, ids);
  const asking = found.map(({ row, key }) => {
    const isSent = !unsent.has(key.instructionId);
    const wait = waits[row.inquiries] ?? (isSent ? undefined : waits.at(-1));
    const next =
      wait === undefined
        ? { next_action_at: null, next_action: null }
        : { next_action_at: new Date(at.getTime() + wait * HOUR_MS), next_action: 'INQUIRE' };
    return {
      change: { row, set: { inquiries: row.inquiries + (isSent ? 1 : 0), ...next } },
      inquiry: { ...key, isLast: wait === undefined },
      isSent,
    };
  });
  await changeDebits(
    tx,
    asking.map(({ change }) => change),
    { actor: SYSTEM, at },
  );
  const inquiries = asking.filter(({ isSent }) => isSent).map(({ inquiry }) => inquiry);
  return { inquiries, count: found.length };
}

/** When the next inquiry about an unknown outcome is due; null where none is. */
export const nextInquiry = (tx: PlatformTx): Promise<Date | null> =>
  readNextActionAt(tx, ['INQUIRE']);

const changedDay = z.object({ day: z.iso.date() });

/**
 * Moves a batch of the debits and retries of a day, and tells payers to whom a notice with that day was
 * written, even if the gateway has not taken it yet. Returns how many were moved.
 */
function rollBatch(ctx: AppContext, day: string): Promise<number> {
  return ctx.db.asPlatform('debits of a new holiday move to the next business day', async (tx) => {
    const rolled = (await readCalendar(tx)).roll(day);
    if (rolled === day) return 0;
    const at = await businessTime(tx, ctx.clock.now());
    const { rows } = await sql<{ id: string; announced: boolean }>`
      update debits set collect_on = ${rolled}::date, updated_at = ${at},
        next_action_at = case when next_action = 'RETRY' then ${retryMoment(rolled)} else next_action_at end
      where id in (
        select id from debits
        where collect_on = ${day}::date and (state = 'PENDING' or next_action = 'RETRY')
        order by id limit ${BATCH} for update)
      returning id, notice_id is not null as announced`.execute(tx);
    const moved = { from: day, why: 'BANKS_CLOSED' } as const;
    const announced = rows.filter((row) => row.announced);
    await notifyMoved(ctx, tx, new Map(announced.map(({ id }) => [id, moved])), at);
    return rows.length;
  });
}

/** Moves what is due on a day that has become a holiday to the next business day, never earlier. */
export async function rollPending(ctx: AppContext, { payload }: DomainEvent): Promise<void> {
  const { day } = changedDay.parse(payload);
  await inBatches(BATCH, () => rollBatch(ctx, day));
}
