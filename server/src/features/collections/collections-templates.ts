import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-words.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { messageTemplates } from '#platform/message-templates.ts';

export interface Notice {
  merchantName: string;
  /** The name of the product that the payer has agreed to; null without one. */
  paysFor: string | null;
  amount: number;
  collectOn: string;
  /** How often it is tried again for lack of funds. */
  retries: number;
  bankName: string;
  accountLastFour: string;
  reference: string;
  mandateReference: string;
  /** The payer's own page; null where they can not open it. */
  home: string | null;
}

const triesOf = (retries: number) =>
  retries === 0
    ? ''
    : ` If the account has too little then, it is tried again on the next business day${retries === 1 ? '' : 's'}, ${retries === 1 ? 'once' : `${retries} times at most`}.`;

const noticeText = (notice: Notice) =>
  `${notice.merchantName} will collect ${showMoney(notice.amount)}${notice.paysFor === null ? '' : ` for ${notice.paysFor}`} from your account ending in ${notice.accountLastFour} at ${notice.bankName} on ${sayDay(notice.collectOn)}.${triesOf(notice.retries)}`;

/** What is written to payers and merchants about collections; an SMS is the text alone. */
export const COLLECTION_MESSAGES = messageTemplates({
  'debit-announced': (notice: Notice) => ({
    subject: `${notice.merchantName} will collect ${showMoney(notice.amount)} on ${sayDay(notice.collectOn)}`,
    text: `${noticeText(notice)} ${notice.home === null ? `To stop it, tell ${notice.merchantName} or your bank.` : `To look at it or to stop it: ${notice.home}`} Mandate ${notice.mandateReference}, debit ${notice.reference} (${PRODUCT_NAME})`,
  }),
});
