import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ApprovalActions, ApprovedThing } from './approvals-actions.ts';
import { type Actor, type HeldRequest, moveRequest, PLATFORM } from './approvals-store.ts';

/** What an action learns of a held request. */
export function thingOf(request: HeldRequest, actor: Actor, at: Date): ApprovedThing {
  const { id: requestId, entityId, organizationId } = request;
  return { requestId, entityId, organizationId, actorId: actor.id, at };
}

/** The refusal that undid the work, or null when it was done. */
async function attempt(tx: Tx, work: () => Promise<void>): Promise<Refusal | null> {
  await sql`savepoint execution`.execute(tx);
  try {
    await work();
    await sql`release savepoint execution`.execute(tx);
    return null;
  } catch (error) {
    // Only a refusal by name is an answer; a bug undoes the whole decision.
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint execution`.execute(tx);
    return error;
  }
}

/**
 * Carries an approved request out, in the transaction of its last approval. What the action
 * refuses by name becomes EXECUTION_FAILED, and the maker is told what to do.
 */
export async function executeApproved(
  frame: Frame,
  actions: ApprovalActions,
  tx: Tx,
  request: HeldRequest,
  actor: Actor,
): Promise<void> {
  const at = frame.clock.now();
  const [act, thing] = [actions[request.action], thingOf(request, actor, at)];
  const refusal = await attempt(tx, () => act.execute(tx, thing));
  if (!refusal) {
    const done = { to: 'EXECUTED', actor: PLATFORM, reason: null, at } as const;
    return moveRequest(tx, request, done);
  }
  const reason = refusal.message;
  await moveRequest(tx, request, { to: 'EXECUTION_FAILED', actor: PLATFORM, reason, at });
  const fields = refusal.detail.fields ?? [];
  await act.turnedDown(tx, thing, { kind: 'EXECUTION_FAILED', reason, fields });
}
