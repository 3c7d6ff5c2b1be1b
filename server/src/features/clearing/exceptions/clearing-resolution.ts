import { OUTCOME_FIELDS } from '@tegeka/contract/clearing/exception-actions.ts';
import { isoDay, showDay } from '@tegeka/contract/kit/day.ts';
import { objectOf } from '@tegeka/contract/kit/fields.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import type * as z from 'zod/mini';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { requestApproval, type RequestMaker } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { resolveUnknown } from '#features/debits/outcomes/debits-answers.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { readException } from './clearing-exception-detail.ts';
import { closeException, lockException } from '../clearing-exceptions.ts';
import { readFile } from '../clearing-files.ts';
import { whyNotRefused } from '../payments/clearing-groups.ts';
import { attemptOf, itemAt, markItems, updateFileStates } from '../payments/clearing-items.ts';

const ACTION = 'DEBIT_RESOLUTION';

const outcomeShape = objectOf(OUTCOME_FIELDS);
export type Outcome = z.infer<typeof outcomeShape>;

const WORDS = { PAID: 'The payer was debited', NOT_PAID: 'The payer was not debited' };

async function partsOf(
  tx: Tx,
  id: string,
  { outcome, valueDay, evidence }: Outcome,
): Promise<SnapshotPart[]> {
  const { file, item, reference, state } = await readException(tx, id);
  const sent = await itemAt(tx, file.id, item);
  return textParts('Debit', [
    ['reference', 'Reference', reference ?? ''],
    ['amount', 'Amount', showMoney(Number(sent.amount))],
    ['attempt', 'Attempt', String(sent.attempt)],
    ['exception', 'Exception', state === 'OPEN' ? 'Open' : 'Closed'],
    ['outcome', 'What happened', WORDS[outcome]],
    ['valueDay', 'Day of the debit', valueDay ? showDay(valueDay) : ''],
    ['evidence', 'Evidence', evidence],
  ]);
}

/**
 * Locks an open exception about a debit of unknown outcome. Refuses EXCEPTION_CLOSED and EXCEPTION_KIND, and
 * at its field any outcome while the file is not sent.
 */
async function lockUnknown(tx: Tx, id: string) {
  const exception = await lockException(tx, id);
  if (exception.state === 'CLOSED') throw refuse('EXCEPTION_CLOSED');
  if (exception.kind !== 'UNKNOWN') throw refuse('EXCEPTION_KIND');
  // The file would still go out, with a debit whose outcome is already recorded.
  if ((await readFile(tx, exception.fileId)).state === 'READY')
    throw refuseField('outcome', 'Its file has not been sent yet: have that done first');
  return exception;
}

export async function requestOutcome(
  ctx: AppContext,
  tx: Tx,
  id: string,
  outcome: Outcome,
  maker: RequestMaker,
): Promise<string> {
  const { reference, fileId, item } = await lockUnknown(tx, id);
  if (outcome.outcome === 'PAID') {
    if (!outcome.valueDay) throw refuseField('valueDay', 'Day of the debit is missing');
    if (outcome.valueDay > isoDay(await businessTime(tx, ctx.clock.now())))
      throw refuseField('valueDay', 'Choose today or an earlier day');
  }
  if (outcome.outcome === 'NOT_PAID' && whyNotRefused(await itemAt(tx, fileId, item)))
    throw refuseField(
      'outcome',
      'The settlement bank has booked a return of it: have it take that back',
    );
  return requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    ...maker,
    title: `${reference ?? ''}, outcome unknown`,
    parts: await partsOf(tx, id, outcome),
    payload: outcome,
  });
}

export function outcomeHandler(ctx: AppContext): ApprovalHandler {
  const texts = {
    label: 'Debit of unknown outcome',
    approval: 'The debit is settled as the evidence says.',
    rejection: 'The debit stays as it is until there is better evidence.',
  };
  return {
    texts,
    action: ACTION,
    rejections: { EVIDENCE: 'The evidence does not show it.', OTHER: 'See the comment.' },
    snapshot: (tx, id, payload) => partsOf(tx, id, outcomeShape.parse(payload)),
    execute: async (tx: PlatformTx, { entityId: id, payload, actor, at }) => {
      const { outcome, valueDay, evidence } = outcomeShape.parse(payload);
      const { fileId, item } = await lockUnknown(tx, id);
      const sent = await itemAt(tx, fileId, item);
      const paid = outcome === 'PAID';
      const refused = await resolveUnknown(ctx, tx, attemptOf(sent), { paid, at });
      if (refused) throw refuse('EXCEPTION_CLOSED');
      // Whether its money is late counts from the day of the debit.
      const acceptedAt = valueDay ? kampalaInstant(valueDay, '00:00') : at;
      const accepted = { status: 'ACCEPTED', accepted_at: acceptedAt } as const;
      await markItems(tx, [sent], paid ? accepted : { status: 'REJECTED' });
      await updateFileStates(tx, [sent.file_id], at);
      await closeException(tx, id, { outcome: 'RESOLVED', actor, reason: evidence, at });
    },
  };
}
