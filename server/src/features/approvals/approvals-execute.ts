import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { AppError } from '#platform/http/refusal.ts';
import type { ApprovalHandlers, ApprovalSubject } from './approvals-actions.ts';
import { type Actor, type HeldRequest, transitionRequest, PLATFORM } from './approvals-store.ts';

/** What an action learns of a held request. */
export function subjectOf(request: HeldRequest, actor: Actor, at: Date): ApprovalSubject {
  const { id: requestId, entityId, organizationId } = request;
  return { requestId, entityId, organizationId, actorId: actor.id, at };
}

/** The refusal that undid the work, or null when it was done. */
async function attempt(tx: Tx, work: () => Promise<void>): Promise<AppError | null> {
  await sql`savepoint execution`.execute(tx);
  try {
    await work();
    await sql`release savepoint execution`.execute(tx);
    return null;
  } catch (error) {
    // Only a refusal by name is an answer; a bug undoes the whole decision.
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint execution`.execute(tx);
    return error;
  }
}

/**
 * Carries an approved request out, in the transaction of its last approval. What the action
 * refuses by name becomes EXECUTION_FAILED, and the maker is told what to do.
 */
export async function executeApproved(
  ctx: AppContext,
  actions: ApprovalHandlers,
  tx: Tx,
  request: HeldRequest,
  actor: Actor,
): Promise<void> {
  const at = ctx.clock.now();
  const [act, subject] = [actions[request.action], subjectOf(request, actor, at)];
  const refusal = await attempt(tx, () => act.execute(tx, subject));
  if (!refusal) {
    const done = { to: 'EXECUTED', actor: PLATFORM, reason: null, at } as const;
    return transitionRequest(tx, request, done);
  }
  const reason = refusal.message;
  await transitionRequest(tx, request, { to: 'EXECUTION_FAILED', actor: PLATFORM, reason, at });
  const fields = refusal.detail.fields ?? [];
  await act.turnedDown(tx, subject, { kind: 'EXECUTION_FAILED', reason, fields });
}
