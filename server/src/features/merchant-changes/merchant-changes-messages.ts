import { labelOfDetail } from '@tegeka/contract/merchant-changes.ts';
import type { ApprovalOutcome } from '#features/approvals/approvals-actions.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import type { Registration } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import type { Change } from './merchant-changes-store.ts';

/** What there is to say of a change. */
export type ChangeMessageData = ApprovalOutcome | { kind: 'SUBMITTED' } | { kind: 'APPLIED' };

/** Writes to the representative what became of a change: which fields, never their values. */
export async function writeOfChange(
  ctx: AppContext,
  tx: Tx,
  { merchant, change }: { merchant: Registration; change: Change },
  domainEvents: ChangeMessageData,
): Promise<void> {
  const { userInfo, businessName } = merchant.submission;
  const to = { channel: 'email', to: userInfo.email } as const;
  const data = {
    ...{ firstName: userInfo.firstName, businessName, by: change.makerName },
    fields: differingFields(change.base, change.proposal).map(labelOfDetail),
    link: `${originOf(ctx.config.http, 'MERCHANT')}/auth/login`,
  };
  switch (domainEvents.kind) {
    case 'SUBMITTED':
      return ctx.notifications.send(tx, { ...to, template: 'change-submitted', data });
    case 'APPLIED':
      return ctx.notifications.send(tx, { ...to, template: 'change-applied', data });
    case 'CORRECTION_NEEDED': {
      const { corrections, comment } = domainEvents;
      const told = { ...data, corrections, comment };
      return ctx.notifications.send(tx, { ...to, template: 'change-corrections', data: told });
    }
    case 'REJECTED': {
      const told = { ...data, reason: domainEvents.reason, comment: domainEvents.comment };
      return ctx.notifications.send(tx, { ...to, template: 'change-rejected', data: told });
    }
    case 'EXPIRED':
      return ctx.notifications.send(tx, { ...to, template: 'change-expired', data });
    case 'EXECUTION_FAILED': {
      const told = { ...data, reason: domainEvents.reason };
      return ctx.notifications.send(tx, { ...to, template: 'change-not-applied', data: told });
    }
  }
}
