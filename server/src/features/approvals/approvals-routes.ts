import {
  APPROVAL_REQUEST,
  decisionShape,
  getRequest,
  listRequestEvents,
  listRequests,
  REQUEST_STATES,
  type RequestDetail,
  type RequestState,
  type RequestSummary,
} from '@tegeka/contract/approvals.ts';
import {
  type DecisionInput,
  type DecisionResult,
  decideRequest,
  decideRequests,
} from '@tegeka/contract/approval-decisions.ts';
import { textOf } from '@tegeka/contract/kit/errors.ts';
import { sql } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FeatureSearch } from '#platform/feature.ts';
import { type AuditNote, writeAudit } from '#platform/history/audit.ts';
import { readHistory } from '#platform/history/history-read.ts';
import type { Caller } from '#platform/http/caller.ts';
import { type AppError, refusalOf, refuse } from '#platform/http/refusal.ts';
import { type Call, type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { expectState } from '#platform/state/transition.ts';
import type { HandlerOf } from './approvals-actions.ts';
import { decideOnRequest, obstacleOf } from './approvals-decide.ts';
import { findPolicy } from './approvals-policies.ts';
import {
  type Checker,
  inboxOf,
  requestBefore,
  requestsBefore,
  type RequestRow,
} from './approvals-service.ts';
import { fieldsOf, hashOf, decryptSnapshot } from './approvals-snapshot.ts';

function summaryOf(row: RequestRow, handlerOf: HandlerOf): RequestSummary {
  return {
    id: row.id,
    action: row.action,
    actionLabel: handlerOf(row.action).texts.label,
    title: row.title,
    about: row.about,
    state: expectState(APPROVAL_REQUEST, row.state),
    maker: row.maker_name,
    // Requests with a payload are independent changes: none is a further attempt of the one before.
    attempt: row.payload === null ? row.attempt : 1,
    approvals: row.approvals,
    approvalsNeeded: row.approvals_needed,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** The list of requests in a reader's inbox. */
const requestList = (reader: Checker, handlerOf: HandlerOf) =>
  listSource({
    endpoint: listRequests,
    entity: 'approval_requests',
    states: REQUEST_STATES,
    rows: (tx) => requestsBefore(tx, reader).selectAll(),
    item: (row) => summaryOf(row, handlerOf),
    id: 'approval_requests.id',
    state: 'approval_requests.state',
    sorts: { createdAt: ['approval_requests.created_at'] },
    filters: { action: (action) => sql`approval_requests.action = ${action}` },
    organizationId: inboxOf(reader),
  });

export const REQUEST_SEARCH: FeatureSearch = {
  entity: 'approval_requests',
  label: 'Approval requests',
  domains: ['OPERATOR', 'BANK'],
  permission: 'approvals.read',
  organizationOf: inboxOf,
  read: async (tx, ids, caller) => {
    const rows = requestsBefore(tx, caller).select(['id', 'title', 'maker_name', 'state']);
    return (await rows.where('id', 'in', ids).execute()).map(({ maker_name: maker, ...row }) => ({
      ...row,
      noun: APPROVAL_REQUEST.entity,
      sub: `Made by ${maker}`,
      path: `/dashboard/approval-requests/${row.id}`,
    }));
  },
};

type RequestCall = Pick<Call<typeof getRequest>, 'tx' | 'caller' | 'params'>;

/** The request of a call. Refuses NOT_FOUND for one that is not in the caller's inbox. */
const readRequest = ({ tx, caller, params }: RequestCall): Promise<RequestRow> =>
  requestBefore(tx, caller, params.requestId).executeTakeFirstOrThrow(() => refuse('NOT_FOUND'));

async function readDetail(
  ctx: AppContext,
  handlerOf: HandlerOf,
  call: Call<typeof getRequest>,
): Promise<RequestDetail> {
  const { tx, caller, now } = call;
  const row = await readRequest(call);
  // A request shows account numbers in clear, so each read is audited.
  call.audit({ entity: APPROVAL_REQUEST.entity, entityId: row.id });
  const { texts, shows = 'ALL', correctable = false, rejections } = handlerOf(row.action);
  const { name: policyName, steps } = await findPolicy(tx, row.policy_id);
  const given = await tx
    .selectFrom('approval_decisions')
    .selectAll()
    .where('organization_id', '=', row.organization_id)
    .where('request_id', '=', row.id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const hasDecided = given.some(({ checker_id: by }) => by === caller.userId);
  const obstacle =
    obstacleOf(row, caller.userId, now) ?? (hasDecided ? 'REQUEST_DECIDED_BY_YOU' : null);
  const noPermission = caller.permissions.has('approvals.decide')
    ? null
    : 'You may read requests, but not decide on them.';
  // The step of each decision: all before it are approvals, since anything else ends a request.
  const stepOf = steps.flatMap(({ approvalsNeeded }, n) =>
    Array<number>(approvalsNeeded).fill(n + 1),
  );
  const decisions = given.map((one, n) =>
    decisionShape.parse({
      ...one,
      by: one.checker_name,
      at: one.at.toISOString(),
      step: stepOf[n],
      reason: one.code && (rejections[one.code] ?? one.code),
    }),
  );
  return {
    ...summaryOf(row, handlerOf),
    policyName,
    steps: steps.map((step, n) => ({
      ...step,
      approvals: stepOf.slice(0, row.approvals).filter((at) => at === n + 1).length,
    })),
    makerEmail: row.maker_email,
    snapshotHash: hashOf(row),
    fields: fieldsOf(decryptSnapshot(ctx, row), row.state === 'WITHDRAWN'),
    decisions,
    cannotDecide: obstacle ? textOf(obstacle) : noPermission,
    texts: {
      subject: texts.subject?.(row.title) ?? row.title,
      marked: texts.marked ?? 'Marked parts differ from what was asked before.',
      approval: texts.approval,
      rejection: texts.rejection,
      comment: texts.comment ?? 'Your colleague reads the comment.',
    },
    shows,
    correctable,
    rejections: Object.entries(rejections).map(([code, label]) => ({ code, label })),
  };
}

/** Decides on a request. Returns it as it is then, and the note of the decision for the audit. */
async function decided(
  ctx: AppContext,
  handlerOf: HandlerOf,
  by: { tx: Tx; caller: Caller },
  requestId: string,
  input: DecisionInput,
): Promise<{ summary: RequestSummary; note: AuditNote }> {
  await decideOnRequest(ctx, handlerOf, by, requestId, input);
  const summary = summaryOf(await readRequest({ ...by, params: { requestId } }), handlerOf);
  const decision = { before: null, after: input.decision };
  const changes = { decision, state: { before: 'PENDING', after: summary.state } };
  return { summary, note: { entity: APPROVAL_REQUEST.entity, entityId: requestId, changes } };
}

const refusalIn = ({ code, message, detail }: AppError): DecisionResult['refusal'] => ({
  code,
  message: detail.fields?.[0]?.message ?? message,
});

export function approvalRoutes(ctx: AppContext, handlerOf: HandlerOf): Route[] {
  return [
    serve(listRequests, ({ tx, caller, query }) =>
      readPage(tx, requestList(caller, handlerOf), query),
    ),

    serve(getRequest, (call) => readDetail(ctx, handlerOf, call)),

    serve(listRequestEvents, async (call) => {
      const actions = { getApprovalRequest: 'READ', decideApprovalRequest: 'DECIDED' } as const;
      return readHistory(call, { machine: APPROVAL_REQUEST, actions }, await readRequest(call));
    }),

    // What a bank decides takes effect in another organization than its own.
    serveAsPlatform(decideRequest, async (call) => {
      const { requestId } = call.params;
      const { summary, note } = await decided(ctx, handlerOf, call, requestId, call.body);
      call.audit(note);
      const { state, approvals, approvalsNeeded } = summary;
      return { state, approvals, approvalsNeeded };
    }),

    serveAsPlatform(decideRequests, async (call) => {
      const { tx, caller, now, requestId, body } = call;
      const results: DecisionResult[] = [];
      // Always in the same order: two calls about the same requests wait for each other and do not block.
      const inOrder = [...body.requests.entries()].toSorted(([, a], [, b]) =>
        a.requestId.localeCompare(b.requestId),
      );
      for (const [place, { requestId: id, snapshotHash }] of inOrder) {
        let state: RequestState | null = null;
        const refusal = await refusalOf(tx, async () => {
          const input = { ...body.decision, snapshotHash };
          const { summary, note } = await decided(ctx, handlerOf, { tx, caller }, id, input);
          // The same row as that of a decision by itself, which the history of the request shows.
          const entry = { at: now, requestId, caller, action: decideRequest.name, note };
          await writeAudit(tx, ctx.ids, entry);
          ({ state } = summary);
        });
        results[place] = { requestId: id, state, refusal: refusal && refusalIn(refusal) };
      }
      return { results };
    }),
  ];
}
