import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { ApprovalOutcome } from '#features/approvals/approvals-actions.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import {
  bulletList,
  type Message,
  messageTemplates,
  paragraph,
} from '#platform/message-templates.ts';
import type { Registration, Review } from './merchants-store.ts';

/** What a business asked to have reviewed, as it is told about it. */
export interface ReviewedRequest {
  /** 'registration' or 'change'. */
  noun: string;
  /** In the middle of a sentence: 'the registration of Nile Traders'. */
  asked: string;
  /** What holds, and what can be done, once it is rejected. */
  rejected: string;
  /** That it was approved and could not be carried out; the reason follows. */
  failed: string;
}

/** The data of all messages. Values that a message does not use are empty. */
interface MerchantData extends ReviewedRequest {
  firstName: string;
  businessName: string;
  link: string;
  /** The merchant's id, for questions. */
  reference: string;
  /** What was decided; empty where nothing was. */
  reason: string;
  comment: string | null;
  corrections: ApprovalOutcome['corrections'];
  /** Who changed data or asked for it, and which: never their values. */
  by: string;
  fields: readonly string[];
}

/** A message to the representative of a business: its subject, and what it says. */
export const merchantMessage =
  (subject: (businessName: string, noun: string) => string, body: (data: MerchantData) => string) =>
  (data: MerchantData) => ({
    subject: subject(data.businessName, data.noun),
    text: `Dear ${data.firstName},\n\n${body(data)}\n\n${PRODUCT_NAME}`,
  });

export const MERCHANT_MESSAGES = messageTemplates({
  'merchant-submitted': merchantMessage(
    (name) => `${name} was submitted`,
    ({ businessName }) =>
      `thank you. We have received the registration of ${businessName} and are reviewing it. You will hear from us by email.`,
  ),
  'merchant-approved': merchantMessage(
    (name) => `${name} is verified`,
    ({ businessName, link }) =>
      `good news: ${businessName} has been verified. Sign in to start collecting:
${link}`,
  ),
  // Requests that were not carried out, by the kinds of their outcomes.
  'review-CORRECTION_NEEDED': merchantMessage(
    (name, noun) => `Please correct the ${noun} of ${name}`,
    ({ asked, corrections, comment, link }) =>
      `we have read ${asked}. Before we can go on, please correct:

${bulletList(corrections.map(({ label, comment: text }) => `${label}: ${text}`))}
${paragraph(comment)}
Sign in, correct and send it again; everything else you entered is kept:
${link}`,
  ),
  'review-REJECTED': merchantMessage(
    (name, noun) => `The ${noun} of ${name} was not accepted`,
    ({ asked, reason, comment, rejected }) =>
      `we have reviewed ${asked} and can not accept it.

${reason}
${paragraph(comment)}
${rejected}`,
  ),
  'review-EXPIRED': merchantMessage(
    (name, noun) => `Please send the ${noun} of ${name} again`,
    ({ asked, link }) =>
      `we are sorry: ${asked} was not reviewed in time. Nothing is wrong with it, and everything you entered is kept. Sign in and send it again:
${link}`,
  ),
  'review-EXECUTION_FAILED': merchantMessage(
    (name, noun) => `One more thing about the ${noun} of ${name}`,
    ({ failed, reason, link }) => `${failed}:

${reason}

Sign in, look at it and send it again; everything you entered is kept:
${link}`,
  ),
  'contact-changed': merchantMessage(
    (name) => `The contact data of ${name} were changed`,
    ({ businessName, by, fields, link }) => `${by} changed these data of ${businessName}:

${bulletList(fields)}

They hold from now on. If you do not know of it, sign in, look at them and talk to ${by}:
${link}`,
  ),
  'merchant-suspended': merchantMessage(
    (name) => `${name} is suspended`,
    ({ businessName, reason, reference }) =>
      `we have suspended ${businessName}. You can sign in and look at everything, but add and change nothing for now.

The reason: ${reason}

To have this settled, please answer this email and give the reference ${reference}.`,
  ),
  'merchant-reinstated': merchantMessage(
    (name) => `${name} is active again`,
    ({ businessName, link }) => `${businessName} is active again. Everything is as you left it:
${link}`,
  ),
});

export function writeToMerchant(
  { config, notifications }: AppContext,
  tx: Tx,
  { id: reference, submission: { userInfo, businessName } }: Registration,
  template: (data: MerchantData) => Message,
  told: Partial<MerchantData> = {},
): Promise<void> {
  const message = template({
    firstName: userInfo.firstName,
    businessName,
    link: `${originOf(config.http, 'MERCHANT')}/auth/login`,
    reference,
    reason: '',
    comment: null,
    corrections: [],
    by: '',
    fields: [],
    noun: '',
    asked: '',
    rejected: '',
    failed: '',
    ...told,
  });
  return notifications.send(tx, { channel: 'email', to: userInfo.email, message });
}

/** Writes to a business that its request was not carried out. Returns the review for its screen. */
export async function notifyOutcome(
  ctx: AppContext,
  tx: Tx,
  { merchant, request, at }: { merchant: Registration; request: ReviewedRequest; at: Date },
  outcome: ApprovalOutcome,
): Promise<Review> {
  const { kind, comment, corrections } = outcome;
  const template = MERCHANT_MESSAGES[`review-${kind}`];
  await writeToMerchant(ctx, tx, merchant, template, { ...outcome, ...request });
  const failed = kind === 'EXECUTION_FAILED' ? `${request.failed}: ` : '';
  return { at: at.toISOString(), reason: `${failed}${outcome.reason}`, comment, corrections };
}
