import {
  REGISTRATION_REJECTIONS,
  REGISTRATION_WORDS,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import type {
  ApprovalHandler,
  ApprovalOutcome,
  ApprovalSubject,
} from '#features/approvals/approvals-actions.ts';
import { findOfferedBank } from '#features/banks/banks-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuseField } from '#platform/http/refusal.ts';
import { MERCHANT_MESSAGES, writeToMerchant } from './merchants-messages.ts';
import { partsOf } from './merchants-snapshot.ts';
import { findMerchant, lockMerchant } from './merchants-store.ts';
import { changeMerchantState } from './merchants-writes.ts';

/** The reviewed business becomes active. Refuses BANK_UNKNOWN when its bank has closed meanwhile. */
async function activate(ctx: AppContext, tx: Tx, subject: ApprovalSubject): Promise<void> {
  const { entityId: merchantId, organizationId, requestId, actor, now: at } = subject;
  const merchant = await lockMerchant(tx, merchantId);
  if (!(await findOfferedBank(tx, merchant.account.bankId, at))) {
    const message = 'This bank is no longer available. Please choose another one.';
    throw refuseField('bank', message, 'BANK_UNKNOWN');
  }
  const change = { to: 'ACTIVE', actor, reason: null, review: null, at } as const;
  await changeMerchantState(tx, merchantId, change);
  const payload = { merchantId, requestId };
  await ctx.domainEvents.record(tx, { kind: 'merchant.approved', organizationId, payload });
  await writeToMerchant(ctx, tx, merchant, MERCHANT_MESSAGES['merchant-approved']);
}

const TEMPLATES = {
  CORRECTION_NEEDED: 'merchant-corrections',
  REJECTED: 'merchant-rejected',
  EXPIRED: 'merchant-expired',
  EXECUTION_FAILED: 'merchant-not-activated',
} as const;

async function recordOutcome(
  ctx: AppContext,
  tx: Tx,
  subject: ApprovalSubject,
  outcome: ApprovalOutcome,
) {
  const { entityId: merchantId, organizationId, requestId, actor, now: at } = subject;
  const merchant = await lockMerchant(tx, merchantId);
  const { kind, comment, corrections } = outcome;
  const failed =
    kind === 'EXECUTION_FAILED'
      ? 'The review is done, but the business could not be activated: '
      : '';
  const reason = `${failed}${outcome.reason}`;
  const review = { reason, comment, corrections, at: at.toISOString() };
  const to = kind === 'REJECTED' ? 'REJECTED' : 'ACTION_REQUIRED';
  await changeMerchantState(tx, merchantId, { to, actor, reason, review, at });
  const payload = { merchantId, requestId, outcome: kind };
  await ctx.domainEvents.record(tx, { kind: 'merchant.not-approved', organizationId, payload });
  await writeToMerchant(ctx, tx, merchant, MERCHANT_MESSAGES[TEMPLATES[kind]], outcome);
}

export function registrationHandler(ctx: AppContext): ApprovalHandler {
  return {
    action: 'MERCHANT_REGISTRATION',
    words: REGISTRATION_WORDS,
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
