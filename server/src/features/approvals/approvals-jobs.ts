import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type ApprovalHandlers, handlerOf } from './approvals-actions.ts';
import { lockPending, settleRequest, subjectOf } from './approvals-store.ts';

const BATCH = 200;

function dueRequests({ db, clock }: AppContext): Promise<{ id: string }[]> {
  return db.asPlatform('find requests that were not reviewed in time', (tx) =>
    tx
      .selectFrom('approval_requests')
      .select('id')
      .where('state', '=', 'PENDING')
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .limit(BATCH)
      .execute(),
  );
}

function expire({ db, clock }: AppContext, handlers: ApprovalHandlers, id: string): Promise<void> {
  return db.asPlatform('expire a request that was not reviewed in time', async (tx) => {
    const request = await lockPending(tx, id);
    // Somebody took it back in the meantime.
    if (!request) return;
    const at = clock.now();
    const reason = 'Not reviewed in time.';
    await settleRequest(tx, request, { to: 'EXPIRED', actor: SYSTEM, reason, at });
    const subject = subjectOf(request, SYSTEM, at);
    await handlerOf(handlers, request.action).turnedDown(tx, subject, { kind: 'EXPIRED' });
  });
}

/** Expires what was not reviewed in time, each request by itself; gives how many were due. */
export async function expireRequests(ctx: AppContext, handlers: ApprovalHandlers): Promise<number> {
  const due = await dueRequests(ctx);
  for (const { id } of due) {
    await expire(ctx, handlers, id).catch((error: unknown) => {
      // One that fails must not hold up the others; the next run tries it again.
      ctx.log.error({ request: id, ...describeError(error) }, 'request could not expire');
    });
  }
  return due.length;
}

/** Starts the jobs of approvals. */
export async function approvalJobs(ctx: AppContext, handlers: ApprovalHandlers): Promise<void> {
  await ctx.jobs.every('approvals-expiry', '* * * * *', async () => {
    await expireRequests(ctx, handlers);
  });
}
