import { outcomesOf } from '@tegeka/contract/clearing/exception-outcomes.ts';
import type { ClearingExceptionDetail, Closing } from '@tegeka/contract/clearing/exceptions.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { takeSentBack } from '#features/debits/outcomes/debits-money.ts';
import { readDebitRow } from '#features/debits/debits-store.ts';
import { lockAdjustments } from '#features/ledger/ledger-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { findBooking, readException } from './clearing-exception-detail.ts';
import { closeException, lockException } from '../clearing-exceptions.ts';
import { updateEntry } from '../payments/clearing-entries.ts';
import { itemAt } from '../payments/clearing-items.ts';

interface CloseCommand {
  outcome: Closing;
  counterpartId?: string | undefined;
  reason: string;
}

/** The exception that is closed together with another one; null if none. Refuses what does not apply. */
function counterpartOf(
  { kind, suspense, state, counterparts }: ClearingExceptionDetail,
  { outcome, counterpartId }: CloseCommand,
) {
  if (state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  const amount = showMoney(Math.abs(suspense ?? 0));
  if (!outcomesOf({ kind, suspense }).includes(outcome))
    throw refuseField(
      'outcome',
      suspense
        ? `${amount} is in suspense: say whether it was sent back, is booked or is kept`
        : 'No money of it went out and is in suspense: there is nothing to send back, to book or to keep',
    );
  if (outcome !== 'SENT_BACK') {
    if (counterpartId === undefined) return null;
    throw refuseField('counterpartId', 'Only money that was sent back has an entry the other way');
  }
  const [only, another] = counterparts;
  if (!only)
    throw refuseField(
      'outcome',
      `No open entry of ${amount} the other way: wait until the bank books it`,
    );
  if (counterpartId === undefined && another)
    throw refuseField(
      'counterpartId',
      `Several open entries have ${amount} the other way: name one`,
    );
  const found = counterparts.find(({ id }) => id === (counterpartId ?? only.id));
  if (!found)
    throw refuseField('counterpartId', `This is no open entry that has ${amount} the other way`);
  return found;
}

async function bookingOf(tx: PlatformTx, { suspense }: ClearingExceptionDetail): Promise<string> {
  await lockAdjustments(tx);
  const found = await findBooking(tx, suspense ?? 0);
  if (found !== null) return found;
  const amount = showMoney(Math.abs(suspense ?? 0));
  throw refuseField(
    'outcome',
    `Nothing of ${amount} is booked manually: book it in the ledger first`,
  );
}

/**
 * Closes an exception with the outcome that an operator gives. SENT_BACK also closes the exception of the
 * entry with which the money went back. Nothing is posted: both entries are posted between bank and suspense
 * already, and their sum in suspense is zero.
 * Refuses EXCEPTION_CLOSED, and at its field what does not apply.
 */
export async function closeManually(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  command: CloseCommand & { actor: Actor; at: Date },
): Promise<void> {
  const { outcome, reason, actor, at } = command;
  const before = outcome === 'SENT_BACK' ? (await readException(tx, id)).counterparts : [];
  // In the order of ids: two operators may start from either exception.
  const locked = [id, ...before.map((one) => one.id)].toSorted();
  for (const one of locked) await lockException(tx, one);
  const own = await readException(tx, id);
  if (own.kind === 'UNKNOWN' && own.state === 'OPEN') {
    const { debit_id } = await itemAt(tx, own.file.id, own.item);
    if (debit_id !== null && (await readDebitRow(tx, debit_id)).state === 'UNKNOWN')
      throw refuseField(
        'outcome',
        'Nobody knows yet what became of the debit: settle the outcome instead',
      );
  }
  const counterparts = own.counterparts.filter((one) => locked.includes(one.id));
  const other = counterpartOf({ ...own, counterparts }, command);
  const made = { outcome, reason, actor, at };
  const bookedAs = outcome === 'BOOKED' ? await bookingOf(tx, own) : null;
  await closeException(tx, id, { ...made, closedWith: other?.id ?? null, bookedAs });
  if (bookedAs !== null && own.reference !== null)
    await updateEntry(tx, own.reference, { suspense: 0 });
  if (!other) return;
  await closeException(tx, other.id, { ...made, closedWith: id });
  const entryIds = [own.reference, other.reference].filter((entryId) => entryId !== null);
  for (const entryId of entryIds) await updateEntry(tx, entryId, { suspense: 0 });
  await takeSentBack(ctx, tx, entryIds, at);
}
