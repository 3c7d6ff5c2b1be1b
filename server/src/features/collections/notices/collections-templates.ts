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

/** The day that the message before named, and why it is not that day. */
export interface Moved {
  from: string;
  why: 'BANKS_CLOSED' | 'TOLD_LATE' | 'NOT_SENT';
}

const MOVED_WORDS: Record<Moved['why'], (day: string) => string> = {
  NOT_SENT: (day) => `The debit of ${day} was not sent to your bank`,
  BANKS_CLOSED: (day) => `Banks are closed on ${day}`,
  TOLD_LATE: (day) => `Our message about ${day} came late`,
};

const triesOf = (retries: number) =>
  retries === 0
    ? ''
    : ` If the account has too little then, it is tried again on the next business day${retries === 1 ? '' : 's'}, ${retries === 1 ? 'once' : `${retries} times at most`}.`;

const paysForText = ({ paysFor }: Notice) => (paysFor === null ? '' : ` for ${paysFor}`);

const noticeText = (notice: Notice) =>
  `${notice.merchantName} will collect ${showMoney(notice.amount)}${paysForText(notice)} from your account ending in ${notice.accountLastFour} at ${notice.bankName} on ${sayDay(notice.collectOn)}.${triesOf(notice.retries)}`;

const howToStop = ({ home, merchantName, mandateReference, reference }: Notice) =>
  `${home === null ? `To stop it, tell ${merchantName} or your bank.` : `To look at it or to stop it: ${home}`} Mandate ${mandateReference}, debit ${reference} (${PRODUCT_NAME})`;

/** What is written to payers and merchants about collections; an SMS is the text alone. */
export const COLLECTION_MESSAGES = messageTemplates({
  'debit-announced': (notice: Notice) => ({
    subject: `${notice.merchantName} will collect ${showMoney(notice.amount)} on ${sayDay(notice.collectOn)}`,
    text: `${noticeText(notice)} ${howToStop(notice)}`,
  }),
  'debit-withdrawn': (notice: Notice) => ({
    subject: `${notice.merchantName} will not collect on ${sayDay(notice.collectOn)}`,
    text: `${notice.merchantName} will not collect ${showMoney(notice.amount)}${paysForText(notice)} from your account ending in ${notice.accountLastFour} at ${notice.bankName} on ${sayDay(notice.collectOn)}, as we had told you. We tell you before any other debit. Mandate ${notice.mandateReference}, debit ${notice.reference} (${PRODUCT_NAME})`,
  }),
  'debit-moved': (notice: Notice & Moved) => ({
    subject: `${notice.merchantName} collects on ${sayDay(notice.collectOn)} instead`,
    text: `${MOVED_WORDS[notice.why](sayDay(notice.from))}: ${notice.merchantName} will collect ${showMoney(notice.amount)} from your account ending in ${notice.accountLastFour} on ${sayDay(notice.collectOn)} instead. ${howToStop(notice)}`,
  }),
});
