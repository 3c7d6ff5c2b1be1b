import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { bookItems } from './clearing-bookings.ts';
import { findEntry, updateEntry } from './clearing-entries.ts';
import { closeException, lockException } from '../clearing-exceptions.ts';
import { newestItem } from './clearing-items.ts';
import { readParty } from '../clearing-parties.ts';
import { postSuspense } from './clearing-suspense.ts';
import type { ReadOperator } from '../clearing-word.ts';

/**
 * Books an entry that stands in suspense as what an operator has found it to be. Refuses
 * EXCEPTION_CLOSED, EXCEPTION_KIND, and at its field a reference that it can not be for.
 */
export async function matchByHand(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  command: { reference: string; reason: string; actor: Actor; readOperator: ReadOperator },
): Promise<void> {
  const { reference, reason, actor, readOperator } = command;
  const exception = await lockException(tx, id);
  if (exception.state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  const { kind, reference: entryId, fileId } = exception;
  if (kind !== 'UNMATCHED' || entryId === null) throw refuse('EXCEPTION_KIND');
  const { suspense } = await findEntry(tx, entryId);
  const item = await newestItem(tx, reference.toUpperCase().replaceAll(/[\s-]/g, ''));
  if (!item) throw refuseField('reference', 'Nothing went out under this reference');
  const amount = Number(item.amount);
  if (amount > Math.abs(suspense))
    throw refuseField('reference', 'It is more than what is in suspense');
  const now = ctx.clock.now();
  const at = await businessTime(tx, now);
  const sender = await readParty(ctx, tx, 'settlement-bank');
  const word = { ctx, tx, sender, fileId, readOperator, now, at };
  const direction = suspense > 0 ? 'CREDIT' : 'DEBIT';
  const by = { entryId, byHand: true };
  const { sum: booked } = await bookItems(word, direction, [{ item, amount, code: null }], by);
  if (booked === 0)
    throw refuseField('reference', 'It is not waiting for this money: look at its state');
  const signed = suspense > 0 ? booked : -booked;
  await postSuspense(word, {
    sourceId: item.instruction_id,
    amount: signed,
    purpose: direction === 'CREDIT' ? 'MATCHED' : 'MATCHED_DEBIT',
  });
  await updateEntry(tx, entryId, { suspense: suspense - signed });
  if (suspense === signed) await closeException(tx, id, { outcome: 'MATCHED', actor, reason, at });
}
