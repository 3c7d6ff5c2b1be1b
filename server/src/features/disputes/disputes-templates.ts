import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { messageTemplates } from '#platform/message-templates.ts';
import { gsmName, gsmText, SMS_PART } from '#platform/sms-text.ts';

interface DisputedDebit {
  merchantName: string;
  bankName: string;
  amount: number;
  collectionDay: string;
  reference: string;
}

type End = 'ACCEPTED' | 'REFUSED' | 'LAPSED';

interface ToBusiness extends DisputedDebit {
  firstName: string;
  customerName: string;
  /** The debit in the app of the business. */
  link: string;
}

const debitText = ({ amount, collectionDay, reference }: DisputedDebit) =>
  `the debit of ${showMoney(amount)} on ${sayDay(collectionDay)} (${reference})`;

/** What a decision means for a business: the subject of the message, and its text. */
const BUSINESS_ENDS: Record<End, { subject: string; text: (bank: string) => string }> = {
  ACCEPTED: {
    subject: 'was accepted',
    text: (bank) =>
      `${bank} has accepted it, and returns the money to your customer. The amount is taken from what is due to you once the return has come. Talk to your customer before you collect again.`,
  },
  REFUSED: {
    subject: 'was refused',
    text: (bank) => `${bank} has refused it. The debit stands.`,
  },
  LAPSED: {
    subject: 'was not decided in time',
    text: (bank) =>
      `${bank} did not decide in time. The debit stands; your customer can dispute it again.`,
  },
};

/** What a decision means for a payer, without and with the name of the business. */
const PAYER_ENDS: Record<End, (data: DisputedDebit, merchant: string) => string> = {
  ACCEPTED: ({ bankName, amount }, merchant) =>
    `${bankName} accepts your dispute of ${showMoney(amount)} (${merchant}) and gives the money back. Not there in 10 days? Ask your bank.`,
  REFUSED: ({ bankName, amount }, merchant) =>
    `${bankName} has refused your dispute of ${showMoney(amount)} (${merchant}).`,
  LAPSED: ({ bankName, amount }, merchant) =>
    `${bankName} did not decide in time on your dispute of ${showMoney(amount)} (${merchant}). You can dispute it again.`,
};

interface ToPayer extends DisputedDebit {
  end: End;
  reason: string | null;
  /** The payer's own page, for an SMS; null in an email. */
  home: string | null;
}

/** One part of an SMS: the names are cut; the address of the payer's page is left out where it does not fit. */
function smsText(data: ToPayer): string {
  const { end, home, merchantName } = data;
  const named = { ...data, bankName: gsmName(data.bankName, 30) };
  const more = home === null ? '' : ` More: ${home}`;
  const textOf = (merchant: string, ending: string) =>
    gsmText(`${PAYER_ENDS[end](named, merchant)}${ending}`);
  const left = (ending: string) => SMS_PART - textOf('', ending).length;
  const ending = left(more) < 12 ? '' : more;
  return textOf(gsmName(merchantName, left(ending)), ending);
}

const because = (reason: string | null) => (reason === null ? '' : `\n\nThe reason: ${reason}`);

/** What is written to businesses and payers about disputes. */
export const DISPUTE_MESSAGES = messageTemplates({
  'dispute-opened': (data: ToBusiness & { reason: string; answerUntil: string }) => ({
    subject: `${data.customerName} disputes a debit of ${showMoney(data.amount)}`,
    text: `Dear ${data.firstName},

${data.customerName} disputes ${debitText(data)}:

${data.reason}

${data.bankName} decides on it. Until ${sayDay(data.answerUntil)} you can tell the bank why the debit is right, and add documents:
${data.link}

Nothing is booked before the bank returns the debit.

${PRODUCT_NAME}`,
  }),
  'dispute-ended': (data: ToBusiness & { end: End; reason: string | null }) => ({
    subject: `The dispute of ${data.customerName} ${BUSINESS_ENDS[data.end].subject}`,
    text: `Dear ${data.firstName},

${data.customerName} has disputed ${debitText(data)}. ${BUSINESS_ENDS[data.end].text(data.bankName)}${because(data.reason)}

${data.link}

${PRODUCT_NAME}`,
  }),
  'dispute-ended-payer': (data: ToPayer) => ({
    subject: `Your dispute of ${showMoney(data.amount)}, collected by ${data.merchantName}`,
    text:
      data.home === null
        ? `${PAYER_ENDS[data.end](data, data.merchantName)}${because(data.reason)}

Debit ${data.reference}. Questions? Ask your bank.

${PRODUCT_NAME}`
        : smsText(data),
  }),
});
