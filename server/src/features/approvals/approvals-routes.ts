import { decideRequest, getRequest, listRequests } from '@tegeka/contract/approvals.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import type { ApprovalHandlers } from './approvals-actions.ts';
import { decideOnRequest } from './approvals-decide.ts';
import { readRequest } from './approvals-detail.ts';
import { readRequests } from './approvals-list.ts';
import type { Checker } from './approvals-store.ts';

function checkerOf({ userId, firstName, lastName, domain, organizationId }: Caller): Checker {
  return { userId, name: `${firstName} ${lastName}`.trim(), domain, organizationId };
}

/** The rows of approvals; the actions say what becomes of what was decided. */
export function approvalRoutes(ctx: AppContext, actions: ApprovalHandlers): Route[] {
  return [
    serve(listRequests, ({ tx, caller, query }) => readRequests(tx, caller, query)),

    serve(getRequest, async ({ tx, caller, params: { requestId: id }, now, audit }) => {
      const mayDecide = caller.permissions.has('approvals.decide');
      const request = await readRequest(tx, { ...checkerOf(caller), mayDecide }, id, now);
      if (!request) throw refuse('NOT_FOUND');
      // A request holds what people must verify, in clear: each look is on record.
      audit({ entity: 'approval-request', entityId: id });
      return request;
    }),

    // What a bank decides takes effect in another organization than its own.
    serveAsPlatform(decideRequest, async (call) => {
      const { tx, caller, body: input } = call;
      const { requestId } = call.params;
      const decision = { requestId, checker: checkerOf(caller), input };
      const decided = await decideOnRequest(ctx, actions, tx, decision);
      call.audit({
        ...{ entity: 'approval-request', entityId: requestId },
        changes: {
          decision: { before: null, after: input.decision },
          state: { before: 'PENDING', after: decided.state },
        },
      });
      return decided;
    }),
  ];
}
