import { showMoney } from '@tegeka/contract/kit/money.ts';
import * as z from 'zod/mini';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { requestApproval, type RequestMaker } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { withdrawSubmissions } from '#features/debits/submission/debits-file-withdrawal.ts';
import { markUnsent } from '#features/payouts/payouts-submission.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { closeOfFile } from '../clearing-exceptions.ts';
import { isWithdrawable, readFile } from '../clearing-files.ts';
import { lockFileWaiting, moveFile } from '../clearing-store.ts';
import { attemptOf, lockItems, withdrawItems } from '../payments/clearing-items.ts';
import { leaveOutOfSession } from '../payments/clearing-sessions.ts';

const ACTION = 'FILE_WITHDRAWAL';

const withdrawalShape = z.object({ reason: z.string() });

async function partsOf(tx: Tx, id: string, reason: string): Promise<SnapshotPart[]> {
  const { name, message, items, total } = await readFile(tx, id);
  return textParts('File', [
    ['name', 'Name', name],
    ['message', 'Message', message ?? ''],
    ['items', 'Items', String(items)],
    ['total', 'Sum', showMoney(total ?? 0)],
    ['reason', 'Reason', reason],
  ]);
}

/** Asks a second operator to withdraw a file. Refuses FILE_NOT_WITHDRAWABLE and FILE_STATE. */
export async function requestWithdrawal(
  ctx: AppContext,
  tx: Tx,
  id: string,
  { reason, maker }: { reason: string; maker: RequestMaker },
): Promise<string> {
  const { name, message, canBeWithdrawn, direction } = await readFile(tx, id);
  if (direction !== 'OUT' || !isWithdrawable(message)) throw refuse('FILE_NOT_WITHDRAWABLE');
  if (!canBeWithdrawn) throw refuse('FILE_STATE');
  return requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    ...maker,
    title: name,
    parts: await partsOf(tx, id, reason),
    payload: { reason },
  });
}

/** Withdraws a file: nothing of it has gone out, and nothing will. */
async function withdraw(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  { at, ...made }: { actor: Actor; reason: string; at: Date },
): Promise<void> {
  const file = await lockFileWaiting(tx, id);
  if (file.state !== 'READY' || file.open_sends > 0) throw refuse('FILE_STATE');
  const items = await lockItems(tx, id, ['SENT'], file.items ?? 0);
  const debits = items.filter((item) => item.debit_id !== null);
  const back =
    (await withdrawSubmissions(ctx, tx, debits.map(attemptOf), at)) +
    (await markUnsent(tx, id, at));
  if (back !== file.items) throw refuse('FILE_HAS_OUTCOMES');
  await withdrawItems(tx, id);
  await leaveOutOfSession(tx, id);
  await closeOfFile(tx, id, { ...made, at });
  await moveFile(tx, { id, to: 'WITHDRAWN', ...made, at, set: { money_due_at: null } });
}

export function withdrawalHandler(ctx: AppContext): ApprovalHandler {
  return {
    texts: {
      label: 'File withdrawn before it is sent',
      approval:
        'The file is not sent. Its debits and payouts go out with the next cut-off, in another file.',
      rejection: 'The file is sent as it is.',
    },
    action: ACTION,
    expired: 'Nobody gave it a second look in time.',
    rejections: { NEEDED: 'The file has to go out.', OTHER: 'See the comment.' },
    snapshot: (tx, id, payload) => partsOf(tx, id, withdrawalShape.parse(payload).reason),
    execute: (tx: PlatformTx, { entityId: id, payload, actor, at }) =>
      withdraw(ctx, tx, id, { actor, reason: withdrawalShape.parse(payload).reason, at }),
  };
}
