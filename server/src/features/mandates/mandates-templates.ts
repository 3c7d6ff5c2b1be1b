import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { bulletList, messageTemplates } from '#platform/message-templates.ts';

interface Asking {
  merchantName: string;
  payerName: string;
  /** Who may take how much, and what for. */
  request: string;
  details: readonly string[];
  link: string;
  reference: string;
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

Nothing is taken before you agree. Agree or decline here, within 7 days:
${link}

It costs you nothing, you are told before each debit, and you can stop it at any time.

Reference: ${reference}

${PRODUCT_NAME}, for ${merchantName}`,
  }),
  // What the payer consents to: it says each limit, and is the evidence.
  'mandate-asked-reply': (data: { brief: string; reference: string; code: string }) => ({
    subject: '',
    text: `${data.brief} To agree, answer: YES ${data.code}. To decline, answer: NO. Free of charge; you can stop it at any time. ${data.reference} (${PRODUCT_NAME})`,
  }),
  'mandate-code': (data: { merchantName: string; code: string; accountEnd: string }) => ({
    validMinutes: 10,
    subject: '',
    text: `${data.code} is your code to agree to direct debits by ${data.merchantName} from the account ending in ${data.accountEnd}. It is valid for 10 minutes. Give it to nobody. (${PRODUCT_NAME})`,
  }),
  'mandate-active': (data: { request: string; reference: string; home: string }) => ({
    subject: '',
    text: `Your bank has confirmed: ${data.request} Reference ${data.reference}. Look at it or stop it: ${data.home} (${PRODUCT_NAME})`,
  }),
});
