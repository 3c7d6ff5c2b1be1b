import {
  REGISTRATION_REJECTIONS,
  REGISTRATION_TEXTS,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import type {
  ApprovalHandler,
  ApprovalOutcome,
  ApprovalSubject,
} from '#features/approvals/approvals-actions.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { requireOfferedBank } from './merchants-details.ts';
import { MERCHANT_MESSAGES, notifyOutcome, writeToMerchant } from './merchants-messages.ts';
import { partsOf } from './merchants-snapshot.ts';
import { findMerchant, lockMerchant } from './merchants-store.ts';
import { changeMerchantState } from './merchants-writes.ts';

/** The reviewed business becomes active. Refuses BANK_UNKNOWN when its bank has closed meanwhile. */
async function activate(ctx: AppContext, tx: Tx, subject: ApprovalSubject): Promise<void> {
  const { entityId: merchantId, organizationId, requestId, actor, now: at } = subject;
  const merchant = await lockMerchant(tx, merchantId);
  await requireOfferedBank(ctx, tx, merchant.account.bankId, {
    field: 'bank',
    message: 'This bank is no longer available. Please choose another one.',
  });
  const change = { to: 'ACTIVE', actor, reason: null, review: null, at } as const;
  await changeMerchantState(tx, merchantId, change);
  const payload = { merchantId, requestId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.approved', organizationId, payload });
  await writeToMerchant(ctx, tx, merchant, MERCHANT_MESSAGES['merchant-approved']);
}

async function recordOutcome(
  ctx: AppContext,
  tx: Tx,
  subject: ApprovalSubject,
  outcome: ApprovalOutcome,
) {
  const { entityId: merchantId, organizationId, requestId, actor, now: at } = subject;
  const merchant = await lockMerchant(tx, merchantId);
  const request = {
    noun: 'registration',
    asked: `the registration of ${merchant.submission.businessName}`,
    rejected: `If you think this is a mistake, please get in touch with us and give the reference ${merchantId}.`,
    failed: 'The review is done, but the business could not be activated',
  };
  const review = await notifyOutcome(ctx, tx, { merchant, request, at }, outcome);
  const to = outcome.kind === 'REJECTED' ? 'REJECTED' : 'ACTION_REQUIRED';
  await changeMerchantState(tx, merchantId, { to, actor, reason: review.reason, review, at });
  const payload = { merchantId, requestId, outcome: outcome.kind };
  await ctx.domainEvents.record(tx, { kind: 'merchant.not-approved', organizationId, payload });
}

export function registrationHandler(ctx: AppContext): ApprovalHandler {
  return {
    action: 'MERCHANT_REGISTRATION',
    texts: REGISTRATION_TEXTS,
    correctable: true,
    rejections: REGISTRATION_REJECTIONS,
    expired: 'The registration was not reviewed in time. Please send it again.',
    snapshot: async (tx, id) => {
      const merchant = await findMerchant(tx, id);
      return merchant ? partsOf(ctx, merchant) : [];
    },
    execute: (tx, subject) => activate(ctx, tx, subject),
    onNotExecuted: (tx, subject, outcome) => recordOutcome(ctx, tx, subject, outcome),
  };
}
