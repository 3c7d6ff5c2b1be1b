import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { messageTemplates } from '#platform/message-templates.ts';

/** What is written to payers about their page; an SMS is the text alone. */
export const PAYER_MESSAGES = messageTemplates({
  'payer-link': ({ link }: { link: string }) => ({
    subject: '',
    text: `Look at your direct debits or stop them here, within an hour: ${link} Give this link to nobody. (${PRODUCT_NAME})`,
  }),
  'payer-code': ({ code }: { code: string }) => ({
    subject: '',
    text: `${code} is your code to open your direct debits. It is valid for 10 minutes. Give it to nobody. (${PRODUCT_NAME})`,
  }),
  'mandate-stopped': (data: { merchantName: string; reference: string; home: string }) => ({
    subject: '',
    text: `You have stopped the direct debits of ${data.merchantName}, reference ${data.reference}. It was not you? Call your bank, and look at ${data.home} (${PRODUCT_NAME})`,
  }),
});
