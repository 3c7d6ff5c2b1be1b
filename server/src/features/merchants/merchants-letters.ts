import type { Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { originOf } from '#platform/origins.ts';
import type { TurnedDown } from '#features/approvals/approvals-actions.ts';
import type { Registration } from './merchants-store.ts';

/** Whom a letter goes to and what every letter to a business says. */
function basis(frame: Frame, { submission }: Registration) {
  const { userInfo, businessName } = submission;
  const link = `${originOf(frame.config.http, 'MERCHANT')}/auth/login`;
  const person = { firstName: userInfo.firstName, businessName };
  return { to: { channel: 'email', to: userInfo.email } as const, person, link };
}

/** Writes to the representative that the business was submitted, or that it is active. */
export async function writeToMerchant(
  frame: Frame,
  tx: Tx,
  merchant: Registration,
  template: 'merchant-submitted' | 'merchant-approved',
): Promise<void> {
  const { to, person, link } = basis(frame, merchant);
  if (template === 'merchant-submitted')
    return frame.post.send(tx, { ...to, template, data: person });
  return frame.post.send(tx, { ...to, template, data: { ...person, link } });
}

/** Writes to the representative which contact data somebody changed, and never what they are. */
export async function writeContactChanged(
  frame: Frame,
  tx: Tx,
  merchant: Registration,
  change: { by: string; fields: readonly string[] },
): Promise<void> {
  const { to, person, link } = basis(frame, merchant);
  const data = { ...person, ...change, link };
  return frame.post.send(tx, { ...to, template: 'contact-changed', data });
}

/** Writes to the representative what became of the review, and what to do. */
export async function writeTurnedDown(
  frame: Frame,
  tx: Tx,
  merchant: Registration,
  outcome: TurnedDown,
): Promise<void> {
  const { to, person, link } = basis(frame, merchant);
  switch (outcome.kind) {
    case 'CORRECTION_NEEDED': {
      const { corrections, comment } = outcome;
      const data = { ...person, corrections, comment, link };
      return frame.post.send(tx, { ...to, template: 'merchant-corrections', data });
    }
    case 'REJECTED': {
      const { reason, comment } = outcome;
      const data = { ...person, reason, comment, reference: merchant.id };
      return frame.post.send(tx, { ...to, template: 'merchant-rejected', data });
    }
    case 'EXPIRED': {
      const data = { ...person, link };
      return frame.post.send(tx, { ...to, template: 'merchant-expired', data });
    }
    case 'EXECUTION_FAILED': {
      const data = { ...person, reason: outcome.reason, link };
      return frame.post.send(tx, { ...to, template: 'merchant-not-activated', data });
    }
  }
}
