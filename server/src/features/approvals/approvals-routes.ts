import {
  APPROVAL_REQUEST,
  decideRequest,
  getRequest,
  listRequestEvents,
  listRequests,
  type RequestDetail,
} from '@tegeka/contract/approvals.ts';
import { textOf } from '@tegeka/contract/kit/errors.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type HistorySource, readHistory } from '#platform/history/history-read.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { actorOf } from '#platform/state/transition.ts';
import { type ApprovalHandlers, handlerOf } from './approvals-actions.ts';
import { decideOnRequest, obstacleOf } from './approvals-decide.ts';
import { readDecisions } from './approvals-decisions.ts';
import { requestList, summaryOf } from './approvals-list.ts';
import { findPolicy } from './approvals-policies.ts';
import { fieldsOf, openSnapshot, withoutMasked } from './approvals-snapshot.ts';
import { type RequestRow, requestsBefore } from './approvals-store.ts';

const HISTORY: HistorySource<'READ' | 'DECIDED'> = {
  machine: APPROVAL_REQUEST,
  actions: { getApprovalRequest: 'READ', decideApprovalRequest: 'DECIDED' },
};

/** A request that is before the caller. Refuses NOT_FOUND. */
async function findRequest(tx: Tx, caller: Caller, id: string): Promise<RequestRow> {
  const request = await requestsBefore(tx, caller)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!request) throw refuse('NOT_FOUND');
  return request;
}

async function detailOf(
  ctx: AppContext,
  tx: Tx,
  handlers: ApprovalHandlers,
  row: RequestRow,
  { caller, now }: { caller: Caller; now: Date },
): Promise<RequestDetail> {
  const handler = handlerOf(handlers, row.action);
  const decisions = await readDecisions(tx, row, handler);
  const policy = await findPolicy(tx, row.policy_id);
  const { subject, marked, approval, rejection, comment } = handler.words;
  const snapshot = openSnapshot(ctx, row.organization_id, row.snapshot);
  const deciders = decisions.map(({ checkerId }) => checkerId);
  const obstacle = obstacleOf(row, { userId: caller.userId, deciders, now });
  const noPermission = caller.permissions.has('approvals.decide')
    ? null
    : 'You may read requests, but not decide on them.';
  const approvalsAt = (step: number) =>
    decisions.filter(({ shown }) => shown.decision === 'APPROVE' && shown.step === step).length;
  return {
    ...summaryOf(row, handlers),
    policyName: policy.name,
    steps: policy.steps.map((step, n) => ({ ...step, approvals: approvalsAt(n + 1) })),
    makerEmail: row.maker_email,
    snapshotHash: row.snapshot_hash,
    fields: fieldsOf(
      // What was taken back is nobody's to read any more, but that it was there.
      row.state === 'WITHDRAWN' ? withoutMasked(snapshot) : snapshot,
    ),
    decisions: decisions.map(({ shown }) => shown),
    cannotDecide: obstacle ? textOf(obstacle) : noPermission,
    words: { subject: subject?.(row.title) ?? row.title, marked, approval, rejection, comment },
    shows: handler.shows,
    correctable: handler.correctable,
    rejections: Object.entries(handler.rejections).map(([code, label]) => ({ code, label })),
  };
}

export function approvalRoutes(ctx: AppContext, handlers: ApprovalHandlers): Route[] {
  return [
    serve(listRequests, ({ tx, caller, query }) =>
      readPage(tx, requestList(caller, handlers), query),
    ),

    serve(getRequest, async (call) => {
      const { requestId } = call.params;
      const request = await findRequest(call.tx, call.caller, requestId);
      // A request holds what people must verify, in clear: each look is on record.
      call.audit({ entity: APPROVAL_REQUEST.entity, entityId: requestId });
      return detailOf(ctx, call.tx, handlers, request, call);
    }),

    serve(listRequestEvents, async (call) => {
      const { tx, caller, params } = call;
      return readHistory(call, HISTORY, await findRequest(tx, caller, params.requestId));
    }),

    // What a bank decides takes effect in another organization than its own.
    serveAsPlatform(decideRequest, async ({ tx, caller, params, body: input, audit }) => {
      const { requestId } = params;
      const { name } = actorOf(caller);
      const decision = { requestId, checker: { ...caller, name }, input };
      const decided = await decideOnRequest(ctx, handlers, tx, decision);
      audit({
        entity: APPROVAL_REQUEST.entity,
        entityId: requestId,
        changes: {
          decision: { before: null, after: input.decision },
          state: { before: 'PENDING', after: decided.state },
        },
      });
      return decided;
    }),
  ];
}
