import { labelOfMerchantField } from '@tegeka/contract/merchants/merchant-fields.ts';
import type { MerchantState } from '@tegeka/contract/merchants/merchants.ts';
import {
  REGISTRATION_REJECTIONS,
  REGISTRATION_WORDS,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import type {
  ApprovalHandler,
  ApprovalOutcome,
  ApprovalSubject,
  Correction,
} from '#features/approvals/approvals-actions.ts';
import { findOfferedBank } from '#features/banks/banks-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { writeOutcome, writeToMerchant } from './merchants-messages.ts';
import { partsOf } from './merchants-snapshot.ts';
import { findMerchant, lockMerchant, type Review } from './merchants-store.ts';
import { changeMerchantState } from './merchants-writes.ts';

/** The reviewed business becomes active. Refuses BANK_UNKNOWN when its bank has closed meanwhile. */
async function activate(ctx: AppContext, tx: Tx, subject: ApprovalSubject): Promise<void> {
  const { entityId: merchantId, organizationId, requestId, actor, at } = subject;
  const merchant = await lockMerchant(tx, merchantId);
  for (const { bankId } of merchant.submission.bankAccounts) {
    if (await findOfferedBank(tx, bankId, at)) continue;
    const message = 'This bank is no longer available. Please choose another one.';
    throw refuse('BANK_UNKNOWN', { fields: [{ field: 'bank', message }] });
  }
  const change = { to: 'ACTIVE', actor, reason: null, review: null, at } as const;
  await changeMerchantState(tx, merchantId, change);
  const payload = { merchantId, requestId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.approved', organizationId, payload });
  await writeToMerchant(ctx, tx, merchant, 'merchant-approved');
}

function correctionsOf({
  fields,
}: Extract<ApprovalOutcome, { kind: 'EXECUTION_FAILED' }>): Correction[] {
  return fields.map(({ field, message: comment }) => {
    return { field, label: labelOfMerchantField(field), comment };
  });
}

/** Where a business stands after its review came to nothing, and what it is told. */
function standingOf(outcome: ApprovalOutcome, at: Date): { to: MerchantState; review: Review } {
  const told = { at: at.toISOString(), comment: null, corrections: [] };
  switch (outcome.kind) {
    case 'CORRECTION_NEEDED': {
      const { reason, comment, corrections } = outcome;
      return { to: 'ACTION_REQUIRED', review: { ...told, reason, comment, corrections } };
    }
    case 'REJECTED': {
      const { reason, comment } = outcome;
      return { to: 'REJECTED', review: { ...told, reason, comment } };
    }
    case 'EXPIRED': {
      const reason = 'The registration was not reviewed in time. Please send it again.';
      return { to: 'ACTION_REQUIRED', review: { ...told, reason } };
    }
    case 'EXECUTION_FAILED': {
      const reason = `The review is done, but the business could not be activated: ${outcome.reason}`;
      const corrections = correctionsOf(outcome);
      return { to: 'ACTION_REQUIRED', review: { ...told, reason, corrections } };
    }
  }
}

async function turnDown(
  ctx: AppContext,
  tx: Tx,
  subject: ApprovalSubject,
  outcome: ApprovalOutcome,
) {
  const { entityId: merchantId, organizationId, requestId, actor, at } = subject;
  const merchant = await lockMerchant(tx, merchantId);
  const { to, review } = standingOf(outcome, at);
  const { reason } = review;
  await changeMerchantState(tx, merchantId, { to, actor, reason, review, at });
  const payload = { merchantId, requestId, outcome: outcome.kind };
  await ctx.domainEvents.record(tx, { kind: 'merchant.turned-down', organizationId, payload });
  await writeOutcome(ctx, tx, merchant, outcome);
}

/** What approvals do for businesses that register. */
export function registrationHandler(ctx: AppContext): ApprovalHandler {
  return {
    action: 'MERCHANT_REGISTRATION',
    words: REGISTRATION_WORDS,
    shows: 'ALL',
    rejections: REGISTRATION_REJECTIONS,
    snapshot: async (tx, id) => {
      const merchant = await findMerchant(tx, id);
      return merchant ? partsOf(merchant) : [];
    },
    execute: (tx, subject) => activate(ctx, tx, subject),
    turnedDown: (tx, subject, outcome) => turnDown(ctx, tx, subject, outcome),
  };
}
