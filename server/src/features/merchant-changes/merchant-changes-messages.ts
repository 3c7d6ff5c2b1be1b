import { MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import type { ApprovalOutcome } from '#features/approvals/approvals-actions.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import { merchantMessage, writeToMerchant } from '#features/merchants/merchants-messages.ts';
import type { Registration } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { bulletList, messageTemplates, paragraph } from '#platform/message-templates.ts';
import type { Change } from './merchant-changes-store.ts';

export const CHANGE_MESSAGES = messageTemplates({
  'change-submitted': merchantMessage(
    (name) => `A change of ${name} was submitted`,
    ({ by, businessName, fields, link }) => `${by} asked to change these data of ${businessName}:

${bulletList(fields)}

We are checking this and will write to you. Until then everything stays as it is. If you do not know of it, sign in and take it back:
${link}`,
  ),
  'change-applied': merchantMessage(
    (name) => `The data of ${name} were changed`,
    ({ by, businessName, fields, link }) =>
      `we have checked the change that ${by} asked for. From now on these data of ${businessName} are new:

${bulletList(fields)}

Sign in to see them:
${link}`,
  ),
  'change-corrections': merchantMessage(
    (name) => `Please correct the change of ${name}`,
    ({ by, corrections, comment, link }) =>
      `we have read the change that ${by} asked for. Before we can go on, please correct:

${bulletList(corrections.map((one) => `${one.label}: ${one.comment}`))}
${paragraph(comment)}
Sign in, correct and send it again; until then everything stays as it is:
${link}`,
  ),
  'change-rejected': merchantMessage(
    (name) => `The change of ${name} was not accepted`,
    ({ by, reason, comment, link }) =>
      `we have checked the change that ${by} asked for, and can not accept it. Everything stays as it is.

${reason}
${paragraph(comment)}
Sign in to send another one:
${link}`,
  ),
  'change-expired': merchantMessage(
    (name) => `Please send the change of ${name} again`,
    ({ by, link }) =>
      `we are sorry: the change that ${by} asked for was not checked in time. Nothing is wrong with it, and what was entered is kept. Sign in and send it again:
${link}`,
  ),
  'change-not-applied': merchantMessage(
    (name) => `One more thing about the change of ${name}`,
    ({
      by,
      reason,
      link,
    }) => `the change that ${by} asked for was approved, but we could not make it:

${reason}

Everything stays as it is. Sign in, look at it and send it again:
${link}`,
  ),
});

const TEMPLATES = {
  SUBMITTED: 'change-submitted',
  APPLIED: 'change-applied',
  CORRECTION_NEEDED: 'change-corrections',
  REJECTED: 'change-rejected',
  EXPIRED: 'change-expired',
  EXECUTION_FAILED: 'change-not-applied',
} as const;

export function writeOfChange(
  ctx: AppContext,
  tx: Tx,
  { merchant, change }: { merchant: Registration; change: Change },
  outcome: ApprovalOutcome | { kind: 'SUBMITTED' | 'APPLIED' },
): Promise<void> {
  const fields = differingFields(change.base, change.proposal).map((key) => MERCHANT_LABELS[key]);
  const template = CHANGE_MESSAGES[TEMPLATES[outcome.kind]];
  const details = { ...outcome, by: change.makerName, fields };
  return writeToMerchant(ctx, tx, merchant, template, details);
}
