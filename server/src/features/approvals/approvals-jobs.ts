import { describeError } from '#platform/log.ts';
import type { Frame } from '#platform/frame.ts';
import type { ApprovalActions } from './approvals-actions.ts';
import { thingOf } from './approvals-execute.ts';
import { holdPending, moveRequest, PLATFORM } from './approvals-store.ts';

const BATCH = 200;

function dueRequests(frame: Frame): Promise<{ id: string }[]> {
  return frame.db.asPlatform('find requests that were not reviewed in time', (tx) =>
    tx
      .selectFrom('approval_requests')
      .select('id')
      .where('state', '=', 'PENDING')
      .where('expires_at', '<=', frame.clock.now())
      .orderBy('expires_at')
      .limit(BATCH)
      .execute(),
  );
}

function expire(frame: Frame, actions: ApprovalActions, id: string): Promise<void> {
  return frame.db.asPlatform('expire a request that was not reviewed in time', async (tx) => {
    const request = await holdPending(tx, { id });
    // Somebody took it back in the meantime.
    if (!request) return;
    const at = frame.clock.now();
    const reason = 'Not reviewed in time.';
    await moveRequest(tx, request, { to: 'EXPIRED', actor: PLATFORM, reason, at });
    const thing = thingOf(request, PLATFORM, at);
    await actions[request.action].turnedDown(tx, thing, { kind: 'EXPIRED' });
  });
}

/** Expires what was not reviewed in time, each request by itself; gives how many were due. */
export async function expireRequests(frame: Frame, actions: ApprovalActions): Promise<number> {
  const due = await dueRequests(frame);
  for (const { id } of due) {
    await expire(frame, actions, id).catch((error: unknown) => {
      // One that fails must not hold up the others; the next run tries it again.
      frame.log.error({ request: id, ...describeError(error) }, 'request could not expire');
    });
  }
  return due.length;
}

/** Starts the jobs of approvals. */
export async function approvalJobs(frame: Frame, actions: ApprovalActions): Promise<void> {
  await frame.jobs.every('approvals-expiry', '* * * * *', async () => {
    await expireRequests(frame, actions);
  });
}
