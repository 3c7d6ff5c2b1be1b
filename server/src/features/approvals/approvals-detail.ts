import { APPROVAL_REQUEST, type RequestDetail } from '@tegeka/contract/approvals.ts';
import { textOf } from '@tegeka/contract/kit/errors.ts';
import type { Tx } from '#platform/database/database.ts';
import { readTransitions } from '#platform/history/history-read.ts';
import { type ApprovalHandlers, type ApprovalWords, handlerOf } from './approvals-actions.ts';
import { obstacleOf } from './approvals-decide.ts';
import { readDecisions } from './approvals-decisions.ts';
import { summaryOf } from './approvals-list.ts';
import { findPolicy } from './approvals-policies.ts';
import { fieldsOf, readSnapshot } from './approvals-snapshot.ts';
import { type Checker, requestsBefore } from './approvals-store.ts';

/** Who reads, and whether they could decide at all. */
export interface Reader extends Checker {
  mayDecide: boolean;
}

const NO_PERMISSION = 'You may read requests, but not decide on them.';

function wordsOf(words: ApprovalWords, title: string): RequestDetail['words'] {
  const { marked, approval, rejection, comment } = words;
  return { subject: words.subject?.(title) ?? title, marked, approval, rejection, comment };
}

/** A request as its checker reads it, or null where none is before them. */
export async function readRequest(
  tx: Tx,
  handlers: ApprovalHandlers,
  reader: Reader,
  id: string,
  now: Date,
): Promise<RequestDetail | null> {
  const row = await requestsBefore(tx, reader).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const handler = handlerOf(handlers, row.action);
  const decisions = await readDecisions(tx, row, handler);
  const policy = await findPolicy(tx, row.policy_id);
  const decided = decisions.some(({ checkerId }) => checkerId === reader.userId);
  const obstacle = obstacleOf(row, { userId: reader.userId, decided, now });
  const approvalsAt = (step: number) =>
    decisions.filter(({ shown }) => shown.decision === 'APPROVE' && shown.step === step).length;
  return {
    ...summaryOf(row, handler.words.label),
    policyName: policy?.name ?? '',
    steps: (policy?.steps ?? []).map((step, n) => ({ ...step, approvals: approvalsAt(n + 1) })),
    makerEmail: row.maker_email,
    snapshotHash: row.snapshot_hash,
    fields: fieldsOf(readSnapshot(row.snapshot)),
    decisions: decisions.map(({ shown }) => shown),
    history: await readTransitions(tx, APPROVAL_REQUEST, {
      organizationId: row.organization_id,
      id,
    }),
    cannotDecide: obstacle ? textOf(obstacle) : reader.mayDecide ? null : NO_PERMISSION,
    words: wordsOf(handler.words, row.title),
    shows: handler.shows,
    rejections: Object.entries(handler.rejections).map(([code, label]) => ({ code, label })),
  };
}
