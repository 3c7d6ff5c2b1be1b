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
import type { Registration } from './merchants-store.ts';

export interface MerchantData {
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
  (subject: (businessName: string) => string, body: (data: MerchantData) => string) =>
  (data: MerchantData) => ({
    subject: subject(data.businessName),
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
  'merchant-corrections': merchantMessage(
    (name) => `Please correct the registration of ${name}`,
    ({ businessName, corrections, comment, link }) =>
      `we have read the registration of ${businessName}. Before we can go on, please correct:

${bulletList(corrections.map(({ label, comment: text }) => `${label}: ${text}`))}
${paragraph(comment)}
Sign in, correct and send it again; everything else you entered is kept:
${link}`,
  ),
  'merchant-rejected': merchantMessage(
    (name) => `The registration of ${name} was not accepted`,
    ({ businessName, reason, comment, reference }) =>
      `we have reviewed the registration of ${businessName} and can not accept it.

${reason}
${paragraph(comment)}
If you think this is a mistake, please get in touch with us and give the reference ${reference}.`,
  ),
  'merchant-expired': merchantMessage(
    (name) => `Please send the registration of ${name} again`,
    ({ businessName, link }) =>
      `we are sorry: the registration of ${businessName} was not reviewed in time. Nothing is wrong with it, and everything you entered is kept. Sign in and send it again:
${link}`,
  ),
  'merchant-not-activated': merchantMessage(
    (name) => `One more thing about the registration of ${name}`,
    ({ businessName, reason, link }) =>
      `our review of ${businessName} is done, but we could not activate it yet:

${reason}

Sign in, change this and send the registration again; everything else you entered is kept:
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
  said: Partial<Pick<MerchantData, 'reason' | 'comment' | 'corrections' | 'by' | 'fields'>> = {},
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
    ...said,
  });
  return notifications.send(tx, { channel: 'email', to: userInfo.email, message });
}
