import { MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import type { ApprovalOutcome } from '#features/approvals/approvals-actions.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import type { Registration } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Message } from '#platform/message-templates.ts';
import { originOf } from '#platform/http/origins.ts';
import type { Change } from './merchant-changes-store.ts';
import { CHANGE_MESSAGES } from './merchant-changes-templates.ts';

/** What there is to say of a change. */
export type ChangeMessageData = ApprovalOutcome | { kind: 'SUBMITTED' } | { kind: 'APPLIED' };

function messageOf(
  ctx: AppContext,
  { merchant, change }: { merchant: Registration; change: Change },
  domainEvents: ChangeMessageData,
): Message {
  const { userInfo, businessName } = merchant.submission;
  const data = {
    firstName: userInfo.firstName,
    businessName,
    by: change.makerName,
    fields: differingFields(change.base, change.proposal).map((key) => MERCHANT_LABELS[key]),
    link: `${originOf(ctx.config.http, 'MERCHANT')}/auth/login`,
  };
  switch (domainEvents.kind) {
    case 'SUBMITTED':
      return CHANGE_MESSAGES['change-submitted'](data);
    case 'APPLIED':
      return CHANGE_MESSAGES['change-applied'](data);
    case 'CORRECTION_NEEDED':
      return CHANGE_MESSAGES['change-corrections']({ ...data, ...domainEvents });
    case 'REJECTED':
      return CHANGE_MESSAGES['change-rejected']({ ...data, ...domainEvents });
    case 'EXPIRED':
      return CHANGE_MESSAGES['change-expired'](data);
    case 'EXECUTION_FAILED':
      return CHANGE_MESSAGES['change-not-applied']({ ...data, reason: domainEvents.reason });
  }
}

/** Writes to the representative what became of a change: which fields, never their values. */
export async function writeOfChange(
  ctx: AppContext,
  tx: Tx,
  of: { merchant: Registration; change: Change },
  domainEvents: ChangeMessageData,
): Promise<void> {
  const to = of.merchant.submission.userInfo.email;
  await ctx.notifications.send(tx, {
    channel: 'email',
    to,
    message: messageOf(ctx, of, domainEvents),
  });
}
