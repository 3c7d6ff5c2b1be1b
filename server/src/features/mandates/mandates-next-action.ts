import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { Mandates } from '#platform/database/tables.ts';
import type { MandateRow } from './mandates-store.ts';

/** Days that a link and a request by SMS stay open after the last message. */
export const ASKED_DAYS = 7;
/** Days after the first message on which the payer is reminded. */
export const REMINDED_AFTER = [2, 5] as const;

export const inDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

/** What follows a reminder: the next one, or the end; days are counted from the last message. */
export const NEXT_ACTIONS = {
  REMIND_1: { what: 'REMIND_2', days: REMINDED_AFTER[1] - REMINDED_AFTER[0] },
  REMIND_2: { what: 'EXPIRE', days: ASKED_DAYS },
} as const;

/** Locks mandates whose next action is due at a moment, the earliest first. Skips locked rows. */
export async function lockDueMandates(
  tx: Tx,
  at: Date,
  max: number,
): Promise<
  Pick<
    Selectable<Mandates>,
    'id' | 'organization_id' | 'updated_at' | 'next_action_at' | 'next_action'
  >[]
> {
  return tx
    .selectFrom('mandates')
    .select(['id', 'organization_id', 'updated_at', 'next_action_at', 'next_action'])
    .where('next_action_at', '<=', at)
    .orderBy('next_action_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** When the next action of a mandate is due; null where none is. */
export async function readNextActionAt(tx: Tx): Promise<Date | null> {
  const row = await tx
    .selectFrom('mandates')
    .select('next_action_at')
    .where('next_action_at', 'is not', null)
    .orderBy('next_action_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_action_at ?? null;
}

export async function setNextAction(
  tx: Tx,
  id: string,
  action: { at: Date; what: NonNullable<MandateRow['next_action']> } | null,
): Promise<void> {
  await tx
    .updateTable('mandates')
    .set({ next_action_at: action?.at ?? null, next_action: action?.what ?? null })
    .where('id', '=', id)
    .execute();
}

/** Returns until when the payer or their bank can answer; null where nobody has to, or without a deadline. */
export function waitsUntil({
  next_action_at,
  next_action,
}: Pick<MandateRow, 'next_action_at' | 'next_action'>) {
  if (next_action_at === null || next_action === null) return null;
  if (next_action === 'EXPIRE' || next_action === 'UNANSWERED') return next_action_at;
  if (next_action !== 'REMIND_1' && next_action !== 'REMIND_2') return null;
  const reminded =
    next_action === 'REMIND_1'
      ? inDays(next_action_at, NEXT_ACTIONS.REMIND_1.days)
      : next_action_at;
  return inDays(reminded, NEXT_ACTIONS.REMIND_2.days);
}

/** Extends the deadline of a request to that of a new link. Reminders keep their days. */
export async function keepOpen(
  tx: Tx,
  { id, next_action: what }: MandateRow,
  at: Date,
): Promise<void> {
  if (what === 'EXPIRE') await setNextAction(tx, id, { at: inDays(at, ASKED_DAYS), what });
}
