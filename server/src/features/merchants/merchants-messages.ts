import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import type { ApprovalOutcome } from '#features/approvals/approvals-actions.ts';
import type { Registration } from './merchants-store.ts';

/** Whom a letter goes to and what every letter to a business says. */
function basis(ctx: AppContext, { submission }: Registration) {
  const { userInfo, businessName } = submission;
  const link = `${originOf(ctx.config.http, 'MERCHANT')}/auth/login`;
  const person = { firstName: userInfo.firstName, businessName };
  return { to: { channel: 'email', to: userInfo.email } as const, person, link };
}

/** Writes to the representative that the business was submitted, or that it is active. */
export async function writeToMerchant(
  ctx: AppContext,
  tx: Tx,
  merchant: Registration,
  template: 'merchant-submitted' | 'merchant-approved',
): Promise<void> {
  const { to, person, link } = basis(ctx, merchant);
  if (template === 'merchant-submitted')
    return ctx.notifications.send(tx, { ...to, template, data: person });
  return ctx.notifications.send(tx, { ...to, template, data: { ...person, link } });
}

/** Writes to the representative which contact data somebody changed, and never what they are. */
export async function writeContactChanged(
  ctx: AppContext,
  tx: Tx,
  merchant: Registration,
  change: { by: string; fields: readonly string[] },
): Promise<void> {
  const { to, person, link } = basis(ctx, merchant);
  const data = { ...person, ...change, link };
  return ctx.notifications.send(tx, { ...to, template: 'contact-changed', data });
}

/** Writes to the representative what became of the review, and what to do. */
export async function writeOutcome(
  ctx: AppContext,
  tx: Tx,
  merchant: Registration,
  outcome: ApprovalOutcome,
): Promise<void> {
  const { to, person, link } = basis(ctx, merchant);
  switch (outcome.kind) {
    case 'CORRECTION_NEEDED': {
      const { corrections, comment } = outcome;
      const data = { ...person, corrections, comment, link };
      return ctx.notifications.send(tx, { ...to, template: 'merchant-corrections', data });
    }
    case 'REJECTED': {
      const { reason, comment } = outcome;
      const data = { ...person, reason, comment, reference: merchant.id };
      return ctx.notifications.send(tx, { ...to, template: 'merchant-rejected', data });
    }
    case 'EXPIRED': {
      const data = { ...person, link };
      return ctx.notifications.send(tx, { ...to, template: 'merchant-expired', data });
    }
    case 'EXECUTION_FAILED': {
      const data = { ...person, reason: outcome.reason, link };
      return ctx.notifications.send(tx, { ...to, template: 'merchant-not-activated', data });
    }
  }
}
