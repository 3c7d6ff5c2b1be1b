import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { messageTemplates } from '#platform/message-templates.ts';

interface PayoutData {
  firstName: string;
  businessName: string;
  link: string;
}

type EndedData = PayoutData & { amount: string; reference: string; reason: string };

export const PAYOUT_MESSAGES = messageTemplates({
  'payout-not-sent': (data: EndedData) => ({
    subject: `A payout to ${data.businessName} was not sent`,
    text: `Dear ${data.firstName},

the payout ${data.reference} of ${data.amount} was not sent to the bank.

The reason: ${data.reason}

The money is in your balance again. Look at it here:
${data.link}

${PRODUCT_NAME}`,
  }),
  'payout-back': (data: EndedData) => ({
    subject: `A payout to ${data.businessName} did not arrive`,
    text: `Dear ${data.firstName},

the payout ${data.reference} of ${data.amount} did not reach your account.

The reason: ${data.reason}

The money is in your balance again. Look at it here:
${data.link}

${PRODUCT_NAME}`,
  }),
  'payouts-held': (data: PayoutData & { until: string }) => ({
    subject: `${data.businessName} is paid into another account`,
    text: `Dear ${data.firstName},

${data.businessName} is paid into another account from now on. To keep your money safe, nothing is paid out before ${data.until}.

If you do not know of this change, answer this email at once. Sign in to look at it:
${data.link}

${PRODUCT_NAME}`,
  }),
});
