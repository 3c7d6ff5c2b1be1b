import type { ApprovalOutcome } from '#features/approvals/approvals-actions.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Message } from '#platform/message-templates.ts';
import { originOf } from '#platform/http/origins.ts';
import { MERCHANT_MESSAGES } from './merchants-templates.ts';
import type { Registration } from './merchants-store.ts';

/** What every message to a business says. */
function greetingOf({ config }: AppContext, { submission }: Registration) {
  const { userInfo, businessName } = submission;
  const link = `${originOf(config.http, 'MERCHANT')}/auth/login`;
  return { firstName: userInfo.firstName, businessName, link };
}

/** Writes to the representative. */
function send(
  { notifications }: AppContext,
  tx: Tx,
  { submission }: Registration,
  message: Message,
) {
  return notifications.send(tx, { channel: 'email', to: submission.userInfo.email, message });
}

/** Writes to the representative that the business was submitted, or that it is active. */
export function writeToMerchant(
  ctx: AppContext,
  tx: Tx,
  merchant: Registration,
  template: 'merchant-submitted' | 'merchant-approved',
): Promise<void> {
  return send(ctx, tx, merchant, MERCHANT_MESSAGES[template](greetingOf(ctx, merchant)));
}

/** Writes to the representative which contact data somebody changed, and never what they are. */
export function writeContactChanged(
  ctx: AppContext,
  tx: Tx,
  merchant: Registration,
  change: { by: string; fields: readonly string[] },
): Promise<void> {
  const data = { ...greetingOf(ctx, merchant), ...change };
  return send(ctx, tx, merchant, MERCHANT_MESSAGES['contact-changed'](data));
}

function messageOf(ctx: AppContext, merchant: Registration, outcome: ApprovalOutcome): Message {
  const greeting = greetingOf(ctx, merchant);
  switch (outcome.kind) {
    case 'CORRECTION_NEEDED':
      return MERCHANT_MESSAGES['merchant-corrections']({ ...greeting, ...outcome });
    case 'REJECTED':
      return MERCHANT_MESSAGES['merchant-rejected']({
        ...greeting,
        ...outcome,
        reference: merchant.id,
      });
    case 'EXPIRED':
      return MERCHANT_MESSAGES['merchant-expired'](greeting);
    case 'EXECUTION_FAILED':
      return MERCHANT_MESSAGES['merchant-not-activated']({ ...greeting, ...outcome });
  }
}

/** Writes to the representative what became of the review, and what to do. */
export function writeOutcome(
  ctx: AppContext,
  tx: Tx,
  merchant: Registration,
  outcome: ApprovalOutcome,
): Promise<void> {
  return send(ctx, tx, merchant, messageOf(ctx, merchant, outcome));
}

/** Writes to the representative that the business is suspended and why, or that it is active again. */
export function writeSuspension(
  ctx: AppContext,
  tx: Tx,
  merchant: Registration,
  suspended: { reason: string } | null,
): Promise<void> {
  const greeting = greetingOf(ctx, merchant);
  const message = suspended
    ? MERCHANT_MESSAGES['merchant-suspended']({
        ...greeting,
        ...suspended,
        reference: merchant.id,
      })
    : MERCHANT_MESSAGES['merchant-reinstated'](greeting);
  return send(ctx, tx, merchant, message);
}
