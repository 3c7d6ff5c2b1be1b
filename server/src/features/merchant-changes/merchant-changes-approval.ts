import { isDeepStrictEqual } from 'node:util';
import { CHANGE_REJECTIONS, CHANGE_WORDS } from '@tegeka/contract/merchants/merchant-changes.ts';
import type {
  ApprovalHandler,
  ApprovalOutcome,
  ApprovalSubject,
} from '#features/approvals/approvals-actions.ts';
import { detailsOf, replaceDetails } from '#features/merchants/merchants-details.ts';
import { snapshotOf } from '#features/merchants/merchants-snapshot.ts';
import { lockMerchant, type Review } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { writeOfChange } from './merchant-changes-messages.ts';
import { checkBank, readNames } from './merchant-changes-proposal.ts';
import { findChange, lockOpenChange, settleChange } from './merchant-changes-store.ts';

async function lock(ctx: AppContext, tx: Tx, { entityId }: ApprovalSubject) {
  const change = await lockOpenChange(ctx, tx, 'id', entityId);
  if (!change) throw new Error('A request outlived its change');
  return { change, merchant: await lockMerchant(tx, change.merchantId) };
}

/**
 * The business has its new data from here on. Refuses DETAILS_CHANGED where others than those the
 * checker read stand there by now, MERCHANT_NOT_ACTIVE, and BANK_UNKNOWN for a bank that has closed.
 */
async function apply(ctx: AppContext, tx: Tx, subject: ApprovalSubject): Promise<void> {
  const { organizationId, actor, at, now } = subject;
  const { change, merchant } = await lock(ctx, tx, subject);
  if (merchant.state !== 'ACTIVE') throw refuse('MERCHANT_NOT_ACTIVE');
  if (!isDeepStrictEqual(detailsOf(ctx, merchant), change.base)) throw refuse('DETAILS_CHANGED');
  await checkBank(ctx, tx, change, 'bank');
  const paidElsewhere = await replaceDetails(ctx, tx, merchant, change.proposal, at);
  await settleChange(tx, change, { to: 'APPLIED', actor, review: null, at: now });
  if (change.proposal.businessName !== change.base.businessName) {
    const payload = { merchantId: merchant.id, changeId: change.id, requestId: subject.requestId };
    await ctx.domainEvents.record(tx, { kind: 'merchant.renamed', organizationId, payload });
  }
  if (paidElsewhere) {
    const payload = { merchantId: merchant.id };
    await ctx.domainEvents.record(tx, {
      kind: 'merchant.account-changed',
      organizationId,
      payload,
    });
  }
  await writeOfChange(ctx, tx, { merchant, change }, { kind: 'APPLIED' });
}

/** What the business reads about a change that came to nothing. */
function reviewOf({ kind, reason, comment, corrections }: ApprovalOutcome, at: Date): Review {
  const failed =
    kind === 'EXECUTION_FAILED' ? 'The change was approved, but could not be made: ' : '';
  return { at: at.toISOString(), reason: `${failed}${reason}`, comment, corrections };
}

async function recordOutcome(
  ctx: AppContext,
  tx: Tx,
  subject: ApprovalSubject,
  outcome: ApprovalOutcome,
) {
  const { actor, now: at } = subject;
  const { change, merchant } = await lock(ctx, tx, subject);
  const to = outcome.kind === 'REJECTED' ? 'REJECTED' : 'ACTION_REQUIRED';
  await settleChange(tx, change, { to, actor, review: reviewOf(outcome, at), at });
  await writeOfChange(ctx, tx, { merchant, change }, outcome);
}

export function changeHandler(ctx: AppContext): ApprovalHandler {
  return {
    action: 'MERCHANT_CHANGE',
    words: { ...CHANGE_WORDS, subject: (title) => `the change of ${title}` },
    shows: 'CHANGES',
    correctable: true,
    rejections: CHANGE_REJECTIONS,
    expired: 'The change was not reviewed in time. Please send it again.',
    // What was sent, and not what it would take the place of: whether that still stands there is
    // asked when it is carried out, since reading the request again would not mend it.
    snapshot: async (tx, id) => {
      const change = await findChange(ctx, tx, id);
      if (!change) return [];
      return snapshotOf(change.proposal, await readNames(ctx, tx, [change.proposal]));
    },
    execute: (tx, subject) => apply(ctx, tx, subject),
    onNotExecuted: (tx, subject, outcome) => recordOutcome(ctx, tx, subject, outcome),
  };
}
