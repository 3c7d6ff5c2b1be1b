import {
  APPROVAL_REQUEST,
  decideRequest,
  getRequest,
  listRequestEvents,
  listRequests,
} from '@tegeka/contract/approvals.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type HistorySource, readHistory } from '#platform/history/history-read.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { type ApprovalHandlers, handlerOf } from './approvals-actions.ts';
import { decideOnRequest } from './approvals-decide.ts';
import { readRequest } from './approvals-detail.ts';
import { requestList } from './approvals-list.ts';
import { type Checker, requestsBefore } from './approvals-store.ts';

const HISTORY: HistorySource<'READ' | 'DECIDED'> = {
  machine: APPROVAL_REQUEST,
  actions: { getApprovalRequest: 'READ', decideApprovalRequest: 'DECIDED' },
};

function checkerOf({ userId, firstName, lastName, domain, organizationId }: Caller): Checker {
  return { userId, name: `${firstName} ${lastName}`.trim(), domain, organizationId };
}

/** The endpoints of approvals; the handlers say what becomes of what was decided. */
export function approvalRoutes(ctx: AppContext, handlers: ApprovalHandlers): Route[] {
  const labelOf = (action: string) => handlerOf(handlers, action).words.label;
  return [
    serve(listRequests, ({ tx, caller, query }) =>
      readPage(tx, requestList(caller, labelOf), query),
    ),

    serve(getRequest, async ({ tx, caller, params: { requestId: id }, now, audit }) => {
      const reader = {
        ...checkerOf(caller),
        mayDecide: caller.permissions.has('approvals.decide'),
      };
      const request = await readRequest(tx, handlers, reader, id, now);
      if (!request) throw refuse('NOT_FOUND');
      // A request holds what people must verify, in clear: each look is on record.
      audit({ entity: APPROVAL_REQUEST.entity, entityId: id });
      return request;
    }),

    serve(listRequestEvents, async ({ tx, caller, params: { requestId: id }, query }) => {
      const request = await requestsBefore(tx, caller)
        .select('organization_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!request) throw refuse('NOT_FOUND');
      const of = { organizationId: request.organization_id, id };
      return readHistory(tx, HISTORY, of, { reader: caller, ...query });
    }),

    // What a bank decides takes effect in another organization than its own.
    serveAsPlatform(decideRequest, async (call) => {
      const { tx, caller, body: input } = call;
      const { requestId } = call.params;
      const decision = { requestId, checker: checkerOf(caller), input };
      const decided = await decideOnRequest(ctx, handlers, tx, decision);
      call.audit({
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
