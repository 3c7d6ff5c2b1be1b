import type { SmsResult } from '@tegeka/contract/mandates/mandate-actions.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { bulletList, messageTemplates } from '#platform/message-templates.ts';
import type { AtBank } from '../collection/mandates-open-debits.ts';

interface Asking {
  merchantName: string;
  payerName: string;
  /** Who may take how much, and what for. */
  request: string;
  details: readonly string[];
  link: string;
  reference: string;
}

/**
 * The mandate of a reply. `present` is the reference of the mandate that it is meant to replace, which stays
 * in force until then; null without one.
 */
interface About {
  merchantName: string;
  reference: string;
  present: string | null;
}

/** A mandate that was stopped, with the debits that its bank was asked for before. */
interface Stopped {
  merchantName: string;
  reference: string;
  atBank: AtBank;
}

/** A mandate as the representative of its business reads of it. */
export interface MandateNamed {
  firstName: string;
  customerName: string;
  reference: string;
  link: string;
}

/** A suspension of a mandate by its bank or an operator, or, without `suspends`, its end. */
export interface Suspension {
  suspends: boolean;
  by: 'BANK' | 'OPERATOR';
  /** In the words of who did it; the merchant reads it. */
  reason: string;
  reference: string;
}

type Answered = 'CONSENTED' | 'DECLINED';
/** What became of a payer's SMS. */
export type SmsReply =
  | ({ result: Answered } & About)
  | ({ result: 'STOPPED' } & Stopped)
  | { result: Exclude<SmsResult, Answered | 'STOPPED'> };

/** What is still taken after a stop. */
function stillCollected({ count, total }: AtBank): string {
  if (count === 0) return 'Your bank receives no further requests.';
  const what =
    count === 1
      ? `${showMoney(total)}: this is`
      : `${count} debits, ${showMoney(total)} in all: these are`;
  return `Your bank was asked before for ${what} still taken. It receives no further requests.`;
}

const STOP_HINT = 'To stop direct debits, answer STOP and their reference.';

function replyText(reply: SmsReply): string {
  switch (reply.result) {
    case 'CONSENTED':
      return `You have agreed. Your bank confirms it next; ${reply.present === null ? `${reply.merchantName} takes nothing before that` : `${reply.present} goes on until then`}. To stop it at any time, answer: STOP ${reply.reference}.`;
    case 'DECLINED':
      return reply.present === null
        ? `You have declined. ${reply.merchantName} takes nothing from your account.`
        : `You have declined the new terms of ${reply.merchantName}. What you agreed to before goes on; to stop it, answer: STOP ${reply.present}.`;
    case 'STOPPED':
      return `You have stopped the direct debits of ${reply.merchantName}, reference ${reply.reference}. ${stillCollected(reply.atBank)} It was not you? Call your bank.`;
    case 'ENDED_BEFORE':
      return 'The direct debits with this reference had ended before.';
    case 'REFERENCE_UNKNOWN':
      return 'This phone has no direct debits with this reference. Check it, or ask the business or your bank.';
    case 'NOT_ASKED':
      return `No request waits for your answer. ${STOP_HINT}`;
    case 'CODE_MISSING':
      return 'Please answer YES or NO with the code of 5 digits from our message.';
    case 'WRONG_CODE':
      return 'This is not the code, or too many were wrong. Look at our newest message and answer YES or NO with its code, or ask the business to ask you again.';
    case 'NOT_UNDERSTOOD':
      return `We could not read your message. Answer YES or NO with the code from our message. ${STOP_HINT}`;
  }
}

/** What is written to payers about mandates; an SMS is the text alone. */
export const MANDATE_MESSAGES = messageTemplates({
  'mandate-asked-sms': ({ request, link }: Asking) => ({
    subject: '',
    text: `${request} Read it and agree or decline: ${link} (${PRODUCT_NAME})`,
  }),
  'mandate-asked-email': ({
    merchantName,
    payerName,
    request,
    details,
    link,
    reference,
  }: Asking) => ({
    subject: `${merchantName} asks for your consent to direct debits`,
    text: `Dear ${payerName},

${request}

${bulletList(details)}

Nothing of this is taken before you agree. Agree or decline here, within 7 days:
${link}

It costs you nothing, you are told before each debit, and you can stop it at any time.

Reference: ${reference}

${PRODUCT_NAME}, for ${merchantName}`,
  }),
  // This text is the evidence of the consent, so it names each limit.
  'mandate-asked-reply': (data: { brief: string; reference: string; code: string }) => ({
    subject: '',
    text: `${data.brief} To agree, answer: YES ${data.code}. To decline: NO ${data.code}. To stop it at any time: STOP ${data.reference}. Free of charge. (${PRODUCT_NAME})`,
  }),
  'mandate-sms-reply': (reply: SmsReply) => ({
    subject: '',
    text: `${replyText(reply)} (${PRODUCT_NAME})`,
  }),
  'mandate-code': (data: { merchantName: string; code: string; accountEnd: string }) => ({
    validMinutes: 10,
    subject: '',
    text: `${data.code} is your code to agree to direct debits by ${data.merchantName} from the account ending in ${data.accountEnd}. It is valid for 10 minutes. Never share it. (${PRODUCT_NAME})`,
  }),
  'mandate-active': (data: {
    merchantName: string;
    request: string;
    reference: string;
    /** The payer's own page; null where they can not open it. */
    home: string | null;
  }) => ({
    subject: `Your bank has confirmed the direct debits of ${data.merchantName}`,
    text: `Your bank has confirmed: ${data.request} Reference ${data.reference}. ${data.home === null ? `To stop it, tell ${data.merchantName} or your bank.` : `Look at it or stop it: ${data.home}`} (${PRODUCT_NAME})`,
  }),
  'mandate-not-confirmed': (data: { merchantName: string; reference: string }) => ({
    subject: `Your bank has not confirmed the direct debits of ${data.merchantName}`,
    text: `Your bank has not confirmed the direct debits of ${data.merchantName}, reference ${data.reference}. They do not begin. Ask your bank or ${data.merchantName} why. (${PRODUCT_NAME})`,
  }),
  'mandate-paused': (data: MandateNamed & { reason: string }) => ({
    subject: `The mandate ${data.reference} was paused`,
    text: `Dear ${data.firstName},

the mandate ${data.reference} of ${data.customerName} was paused. Nothing more is collected by it.

The reason: ${data.reason}

Talk to your customer. Once they agree, you can resume the mandate here:
${data.link}

${PRODUCT_NAME}`,
  }),
  'mandate-suspended': (data: MandateNamed & Suspension) => ({
    subject: `The mandate ${data.reference} ${data.suspends ? 'was suspended' : 'is no longer suspended'}`,
    text: `Dear ${data.firstName},

${data.by === 'BANK' ? "the payer's bank" : PRODUCT_NAME} has ${data.suspends ? 'suspended' : 'lifted the suspension of'} the mandate ${data.reference} of ${data.customerName}. ${data.suspends ? 'Nothing is collected by it until the suspension is lifted.' : 'It goes on as before; days that have passed are not collected.'}

The reason: ${data.reason}

${data.link}

${PRODUCT_NAME}`,
  }),
  'mandate-suspended-payer': (data: Suspension & { merchantName: string }) => ({
    subject: `The direct debits of ${data.merchantName} ${data.suspends ? 'are suspended' : 'go on'}`,
    text: `${data.by === 'BANK' ? 'Your bank' : PRODUCT_NAME} has ${data.suspends ? 'suspended' : 'lifted the suspension of'} the direct debits of ${data.merchantName}, reference ${data.reference}. ${data.suspends ? 'Nothing is taken until this is lifted.' : 'They go on as you have agreed.'} Ask ${data.by === 'BANK' ? 'your bank' : data.merchantName} why. (${PRODUCT_NAME})`,
  }),
  'payer-phone-changed': (data: { merchantName: string; reference: string }) => ({
    subject: '',
    text: `${data.merchantName} now has another phone number for your direct debits, reference ${data.reference}: messages about them go there. If this is wrong, tell ${data.merchantName} or your bank. (${PRODUCT_NAME})`,
  }),
});
