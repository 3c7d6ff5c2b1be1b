import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import type { ApprovalOutcome } from '#features/approvals/approvals-actions.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import type { Registration } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import { bulletList, messageTemplates, paragraph } from '#platform/message-templates.ts';
import type { Change } from './merchant-changes-store.ts';

/** What the messages about a change name: which fields, never their values. */
interface ChangeData {
  firstName: string;
  businessName: string;
  /** Who sent the change. */
  by: string;
  fields: readonly string[];
  link: string;
  /** What the review said; empty where it said nothing. */
  reason: string;
  comment: string | null;
  corrections: ApprovalOutcome['corrections'];
}

const written =
  (subject: (businessName: string) => string, body: (data: ChangeData) => string) =>
  (data: ChangeData) => ({
    subject: subject(data.businessName),
    text: `Dear ${data.firstName},\n\n${body(data)}\n${data.link}\n\n${PRODUCT_NAME}`,
  });

/** What is written about changes of legal and bank data. */
export const CHANGE_MESSAGES = messageTemplates({
  'change-submitted': written(
    (name) => `A change of ${name} was submitted`,
    ({ by, businessName, fields }) => `${by} asked to change these data of ${businessName}:

${bulletList(fields)}

We are checking this and will write to you. Until then everything stays as it is. If you do not know of it, sign in and take it back:`,
  ),
  'change-applied': written(
    (name) => `The data of ${name} were changed`,
    ({ by, businessName, fields }) =>
      `we have checked the change that ${by} asked for. From now on these data of ${businessName} are new:

${bulletList(fields)}

Sign in to see them:`,
  ),
  'change-corrections': written(
    (name) => `Please correct the change of ${name}`,
    ({ by, corrections, comment }) =>
      `we have read the change that ${by} asked for. Before we can go on, please correct:

${bulletList(corrections.map((one) => `${one.label}: ${one.comment}`))}
${paragraph(comment)}
Sign in, correct and send it again; until then everything stays as it is:`,
  ),
  'change-rejected': written(
    (name) => `The change of ${name} was not accepted`,
    ({ by, reason, comment }) =>
      `we have checked the change that ${by} asked for, and can not accept it. Everything stays as it is.

${reason}
${paragraph(comment)}
Sign in to send another one:`,
  ),
  'change-expired': written(
    (name) => `Please send the change of ${name} again`,
    ({ by }) =>
      `we are sorry: the change that ${by} asked for was not checked in time. Nothing is wrong with it, and what was entered is kept. Sign in and send it again:`,
  ),
  'change-not-applied': written(
    (name) => `One more thing about the change of ${name}`,
    ({ by, reason }) => `the change that ${by} asked for was approved, but we could not make it:

${reason}

Everything stays as it is. Sign in, look at it and send it again:`,
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

/** Writes to the representative what became of a change. */
export async function writeOfChange(
  ctx: AppContext,
  tx: Tx,
  { merchant, change }: { merchant: Registration; change: Change },
  outcome: ApprovalOutcome | { kind: 'SUBMITTED' | 'APPLIED' },
): Promise<void> {
  const { userInfo, businessName } = merchant.submission;
  const changed = differingFields(change.base, change.proposal);
  const message = CHANGE_MESSAGES[TEMPLATES[outcome.kind]]({
    firstName: userInfo.firstName,
    businessName,
    by: change.makerName,
    link: `${originOf(ctx.config.http, 'MERCHANT')}/auth/login`,
    reason: '',
    comment: null,
    corrections: [],
    ...outcome,
    fields: changed.map((key) => MERCHANT_LABELS[key]),
  });
  await ctx.notifications.send(tx, { channel: 'email', to: userInfo.email, message });
}
