import { describeError } from '#platform/log.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ApprovalHandlers } from './approvals-actions.ts';
import { subjectOf } from './approvals-execute.ts';
import { lockPending, transitionRequest, PLATFORM } from './approvals-store.ts';

const BATCH = 200;

function dueRequests(ctx: AppContext): Promise<{ id: string }[]> {
  return ctx.db.asPlatform('find requests that were not reviewed in time', (tx) =>
    tx
      .selectFrom('approval_requests')
      .select('id')
      .where('state', '=', 'PENDING')
      .where('expires_at', '<=', ctx.clock.now())
      .orderBy('expires_at')
      .limit(BATCH)
      .execute(),
  );
}

function expire(ctx: AppContext, actions: ApprovalHandlers, id: string): Promise<void> {
  return ctx.db.asPlatform('expire a request that was not reviewed in time', async (tx) => {
    const request = await lockPending(tx, { id });
    // Somebody took it back in the meantime.
    if (!request) return;
    const at = ctx.clock.now();
    const reason = 'Not reviewed in time.';
    await transitionRequest(tx, request, { to: 'EXPIRED', actor: PLATFORM, reason, at });
    const subject = subjectOf(request, PLATFORM, at);
    await actions[request.action].turnedDown(tx, subject, { kind: 'EXPIRED' });
  });
}

/** Expires what was not reviewed in time, each request by itself; gives how many were due. */
export async function expireRequests(ctx: AppContext, actions: ApprovalHandlers): Promise<number> {
  const due = await dueRequests(ctx);
  for (const { id } of due) {
    await expire(ctx, actions, id).catch((error: unknown) => {
      // One that fails must not hold up the others; the next run tries it again.
      ctx.log.error({ request: id, ...describeError(error) }, 'request could not expire');
    });
  }
  return due.length;
}

/** Starts the jobs of approvals. */
export async function approvalJobs(ctx: AppContext, actions: ApprovalHandlers): Promise<void> {
  await ctx.jobs.every('approvals-expiry', '* * * * *', async () => {
    await expireRequests(ctx, actions);
  });
}
