import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { messageTemplates } from '#platform/message-templates.ts';

interface Asking {
  merchantName: string;
  payerName: string;
  sentence: string;
  link: string;
  reference: string;
}

/** What is written to payers about mandates; an SMS is the text alone. */
export const MANDATE_MESSAGES = messageTemplates({
  'mandate-asked-sms': ({ sentence, link }: Asking) => ({
    subject: '',
    text: `${sentence} Read it and agree or decline: ${link} (${PRODUCT_NAME})`,
  }),
  'mandate-asked-email': ({ merchantName, payerName, sentence, link, reference }: Asking) => ({
    subject: `${merchantName} asks for your consent to direct debits`,
    text: `Dear ${payerName},

${sentence}

Nothing is taken before you agree. Read the details and agree or decline here, within 7 days:
${link}

It costs you nothing, you are told before each debit, and you can stop it at any time.

Reference: ${reference}

${PRODUCT_NAME}, for ${merchantName}`,
  }),
  'mandate-asked-reply': (data: Asking & { code: string }) => ({
    subject: '',
    text: `${data.sentence} To agree, answer: YES ${data.code}. To decline, answer: NO. Free of charge; you can stop it at any time. ${data.reference} (${PRODUCT_NAME})`,
  }),
  'mandate-code': ({ merchantName, code }: { merchantName: string; code: string }) => ({
    subject: '',
    text: `${code} is your code to agree to direct debits by ${merchantName}. It is valid for 10 minutes. Give it to nobody. (${PRODUCT_NAME})`,
  }),
  'mandate-active': (data: { sentence: string; reference: string; home: string }) => ({
    subject: '',
    text: `Your bank has confirmed: ${data.sentence} Reference ${data.reference}. Look at it or stop it: ${data.home} (${PRODUCT_NAME})`,
  }),
});
