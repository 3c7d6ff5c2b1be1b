import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type ApprovalHandlers, handlerOf, outcomeOf } from './approvals-actions.ts';
import { settleRequest, subjectOf } from './approvals-store.ts';

const BATCH = 200;

/** Expires what was not reviewed in time, each request by itself; gives how many were due. */
export async function expireRequests(ctx: AppContext, handlers: ApprovalHandlers): Promise<number> {
  const at = ctx.clock.now();
  const due = await ctx.db.asPlatform('find requests that were not reviewed in time', (tx) =>
    tx
      .selectFrom('approval_requests')
      .select('id')
      .where('state', '=', 'PENDING')
      .where('expires_at', '<=', at)
      .orderBy('expires_at')
      .limit(BATCH)
      .execute(),
  );
  for (const { id } of due) {
    await expire(ctx, handlers, id, at).catch((error: unknown) => {
      // One that fails must not hold up the others; the next run tries it again.
      ctx.log.error({ request: id, ...describeError(error) }, 'request could not expire');
    });
  }
  return due.length;
}

function expire({ db }: AppContext, handlers: ApprovalHandlers, id: string, at: Date) {
  return db.asPlatform('expire a request that was not reviewed in time', async (tx) => {
    const request = await tx
      .selectFrom('approval_requests')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'PENDING')
      .forUpdate()
      .executeTakeFirst();
    // Somebody took it back in the meantime.
    if (!request) return;
    const handler = handlerOf(handlers, request.action);
    const outcome = { actor: SYSTEM, reason: 'Not reviewed in time.', at };
    await settleRequest(tx, request, { to: 'EXPIRED', ...outcome });
    const subject = await subjectOf(tx, request, SYSTEM, at);
    await handler.onNotExecuted(tx, subject, outcomeOf('EXPIRED', handler.expired));
  });
}
