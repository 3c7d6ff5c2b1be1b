import { REJECTION_CODES, type RequestDetail } from '@tegeka/contract/approvals.ts';
import { textOf } from '@tegeka/contract/kit/errors.ts';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { obstacleOf } from './approvals-decide.ts';
import { findPolicy } from './approvals-policies.ts';
import { fieldsOf, readSnapshot } from './approvals-snapshot.ts';
import { SUMMARY, summaryOf } from './approvals-list.ts';
import { type Checker, requestsBefore, requestStateOf } from './approvals-store.ts';

const correctionsShape = z.array(
  z.object({ field: z.string(), label: z.string(), comment: z.string() }),
);

const decisionWord = z.enum(['APPROVE', 'REQUEST_CORRECTION', 'REJECT']);

/** Who reads, and whether they could decide at all. */
export interface Reader extends Checker {
  mayDecide: boolean;
}

const NO_PERMISSION = 'You may read requests, but not decide on them.';

/** The text of a rejection code; null for an approval. */
function reasonOf(code: string | null): string | null {
  const known = Object.entries(REJECTION_CODES).find(([name]) => name === code);
  return known ? known[1] : code;
}

async function readDecisions(tx: Tx, requestId: string) {
  const rows = await tx
    .selectFrom('approval_decisions')
    .select([
      'decision',
      'checker_id',
      'checker_name',
      'at',
      'step',
      'code',
      'comment',
      'corrections',
    ])
    .where('request_id', '=', requestId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ decision, checker_id: checkerId, checker_name: by, at, code, ...rest }) => ({
    checkerId,
    shown: {
      ...{ decision: decisionWord.parse(decision), by, at: at.toISOString() },
      ...{ step: rest.step, comment: rest.comment, reason: reasonOf(code) },
      corrections: correctionsShape.parse(rest.corrections),
    },
  }));
}

async function readHistory(tx: Tx, requestId: string): Promise<RequestDetail['history']> {
  const rows = await tx
    .selectFrom('approval_transitions')
    .select(['from_state', 'to_state', 'actor_name as by', 'reason', 'at'])
    .where('request_id', '=', requestId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ from_state: from, to_state: to, by, reason, at }) => ({
    ...{ from: from === null ? null : requestStateOf(from), to: requestStateOf(to) },
    ...{ by, reason, at: at.toISOString() },
  }));
}

/** A request as its checker reads it, or null where none is before them. */
export async function readRequest(
  tx: Tx,
  reader: Reader,
  id: string,
  now: Date,
): Promise<RequestDetail | null> {
  const row = await requestsBefore(tx, reader)
    .select([...SUMMARY, 'policy_id', 'maker_id', 'maker_email', 'snapshot', 'snapshot_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const decisions = await readDecisions(tx, id);
  const policy = await findPolicy(tx, row.policy_id);
  const decided = decisions.some(({ checkerId }) => checkerId === reader.userId);
  const state = requestStateOf(row.state);
  const held = { state, expiresAt: row.expires_at, makerId: row.maker_id };
  const obstacle = obstacleOf(held, { userId: reader.userId, decided, now });
  const approvalsAt = (step: number) =>
    decisions.filter(({ shown }) => shown.decision === 'APPROVE' && shown.step === step).length;
  return {
    ...summaryOf(row),
    ...{ policyName: policy?.name ?? '', makerEmail: row.maker_email },
    steps: (policy?.steps ?? []).map(({ number, name, approvalsNeeded }) => ({
      ...{ name, approvals: approvalsAt(number), approvalsNeeded },
    })),
    ...{ snapshotHash: row.snapshot_hash, fields: fieldsOf(readSnapshot(row.snapshot)) },
    ...{ decisions: decisions.map(({ shown }) => shown), history: await readHistory(tx, id) },
    cannotDecide: obstacle ? textOf(obstacle) : reader.mayDecide ? null : NO_PERMISSION,
  };
}
