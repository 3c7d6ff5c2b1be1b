import { DEBIT } from '@tegeka/contract/debits/debits.ts';
import {
  ANSWER_FILES,
  answerDispute as answerEndpoint,
  type Dispute as ShownDispute,
  getDispute,
  getDisputeView,
  openDispute as openEndpoint,
} from '@tegeka/contract/debits/disputes.ts';
import { makerOf } from '#features/approvals/approvals-service.ts';
import { bankOfViewer } from '#features/banks/banks-store.ts';
import { readViewed } from '#features/debits/debits-views.ts';
import { debitOf } from '#features/debits/debits-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import {
  answerDispute,
  type DisputeResult,
  openDispute,
  readAnswerFiles,
} from './disputes-service.ts';
import { type Dispute, readDispute } from './disputes-store.ts';

const REFUSALS = {
  DISPUTED_BEFORE: 'DISPUTE_EXISTS',
  TOO_LATE: 'DISPUTE_TOO_LATE',
  // A bank without officers here has nobody who could call.
  NO_OFFICERS: 'NOT_FOUND',
} as const satisfies Record<Exclude<DisputeResult, 'OPENED'>, string>;

export function disputeRoutes(ctx: AppContext): Route[] {
  const shown = async (tx: Tx, dispute: Dispute): Promise<ShownDispute> => {
    const { state, reason, openedBy, openedAt, answerUntil, answer, refusal } = dispute;
    return {
      state,
      reason,
      openedBy,
      openedAt: openedAt.toISOString(),
      answerUntil,
      answer: answer && {
        text: answer.text,
        files: await readAnswerFiles(ctx, tx, dispute),
        at: answer.at.toISOString(),
      },
      refusal,
    };
  };
  return [
    serve(getDispute, async ({ tx, params, caller }) =>
      shown(tx, await readDispute(tx, caller.organizationId, params.transactionId)),
    ),

    // The officers' request is changed as well. The scope of the call has checked that the merchant is the caller's.
    serveAsPlatform(answerEndpoint, async ({ tx, params, caller, body, files, now, audit }) => {
      const { organizationId } = caller;
      const { transactionId: id } = params;
      const uploads = ANSWER_FILES.flatMap((part) => files[part] ?? []);
      audit({ entity: DEBIT.entity, entityId: id });
      const given = { text: body.text, uploads, now };
      return shown(tx, await answerDispute(ctx, tx, { organizationId, id }, given));
    }),

    serveAsPlatform(getDisputeView, async ({ tx, params: { transactionId: id }, caller }) => {
      const row = await readViewed(tx, await bankOfViewer(tx, caller), id);
      return shown(tx, await readDispute(tx, row.organization_id, id));
    }),

    serveAsPlatform(openEndpoint, async ({ tx, params, caller, body: { reason }, now, audit }) => {
      const row = await readViewed(tx, await bankOfViewer(tx, caller), params.transactionId);
      const { id, organization_id: organizationId } = row;
      audit({ entity: DEBIT.entity, entityId: id });
      const about = { organizationId, debit: debitOf(row) };
      const { maker } = makerOf(caller);
      const result = await openDispute(ctx, tx, about, { by: 'BANK', maker, reason, now });
      if (result !== 'OPENED') throw refuse(REFUSALS[result]);
      return shown(tx, await readDispute(tx, organizationId, id));
    }),
  ];
}
