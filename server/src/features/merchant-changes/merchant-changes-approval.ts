import { isDeepStrictEqual } from 'node:util';
import { CHANGE_REJECTIONS, CHANGE_TEXTS } from '@tegeka/contract/merchants/merchant-changes.ts';
import type {
  ApprovalHandler,
  ApprovalOutcome,
  ApprovalSubject,
} from '#features/approvals/approvals-actions.ts';
import {
  detailsOf,
  replaceDetails,
  requireOfferedBank,
} from '#features/merchants/merchants-details.ts';
import { notifyOutcome, writeToMerchant } from '#features/merchants/merchants-messages.ts';
import { lockMerchant } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { CHANGE_MESSAGES, changeData } from './merchant-changes-messages.ts';
import { partsOf } from './merchant-changes-service.ts';
import { getChange, settleChange } from './merchant-changes-store.ts';

/**
 * Replaces the data of the business by the proposal. Refuses DETAILS_CHANGED where the registered data are no
 * longer the base of the change, MERCHANT_NOT_ACTIVE, and BANK_UNKNOWN for a bank that has closed.
 */
async function apply(ctx: AppContext, tx: Tx, subject: ApprovalSubject): Promise<void> {
  const { entityId, organizationId, requestId, actor, at, now } = subject;
  const change = await getChange(ctx, tx, entityId);
  const { base, proposal, merchantId } = change;
  const merchant = await lockMerchant(tx, merchantId);
  if (merchant.state !== 'ACTIVE') throw refuse('MERCHANT_NOT_ACTIVE');
  if (!isDeepStrictEqual(detailsOf(ctx, merchant), base)) throw refuse('DETAILS_CHANGED');
  if (proposal.bank !== base.bank)
    await requireOfferedBank(ctx, tx, proposal.bank, { field: 'bank' });
  const paidElsewhere = await replaceDetails(ctx, tx, merchant, proposal, at);
  await settleChange(tx, change, { to: 'APPLIED', actor, at: now });
  const record = (kind: string) => {
    const payload = { merchantId, changeId: entityId, requestId };
    return ctx.domainEvents.record(tx, { kind, organizationId, payload });
  };
  if (proposal.businessName !== base.businessName) await record('merchant.renamed');
  if (paidElsewhere) await record('merchant.account-changed');
  await writeToMerchant(ctx, tx, merchant, CHANGE_MESSAGES['change-applied'], changeData(change));
}

async function recordOutcome(
  ctx: AppContext,
  tx: Tx,
  { entityId, actor, now: at }: ApprovalSubject,
  outcome: ApprovalOutcome,
) {
  const change = await getChange(ctx, tx, entityId);
  const merchant = await lockMerchant(tx, change.merchantId);
  const request = {
    noun: 'change',
    asked: `the change that ${change.makerName} asked for`,
    rejected: 'Everything stays as it is. You can sign in and send another one.',
    failed: 'The change was approved, but could not be made',
  };
  const review = await notifyOutcome(ctx, tx, { merchant, request, at }, outcome);
  const to = outcome.kind === 'REJECTED' ? 'REJECTED' : 'ACTION_REQUIRED';
  await settleChange(tx, change, { to, actor, review, at });
}

export function changeHandler(ctx: AppContext): ApprovalHandler {
  return {
    action: 'MERCHANT_CHANGE',
    texts: { ...CHANGE_TEXTS, subject: (title) => `the change of ${title}` },
    shows: 'CHANGES',
    correctable: true,
    rejections: CHANGE_REJECTIONS,
    expired: 'The change was not reviewed in time. Please send it again.',
    // The proposal without its base. Execution checks that the base is still registered: reading the
    // request again could not resolve a difference there.
    snapshot: async (tx, id) => partsOf(ctx, tx, (await getChange(ctx, tx, id)).proposal),
    execute: (tx, subject) => apply(ctx, tx, subject),
    onNotExecuted: (tx, subject, outcome) => recordOutcome(ctx, tx, subject, outcome),
  };
}
