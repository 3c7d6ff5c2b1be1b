import { showDay } from '@tegeka/contract/kit/day.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { messageTemplates } from '#platform/message-templates.ts';
import { gsmName, gsmText, SMS_PART } from '#platform/sms-text.ts';

export interface Notice {
  merchantName: string;
  /** The name of the product that the payer has agreed to; null without one. */
  paymentFor: string | null;
  amount: number;
  collectOn: string;
  /** The day of the try that failed, of which this is the next one; null for the first try. */
  failedOn: string | null;
  /** How often it is tried again for lack of funds. */
  retries: number;
  bankName: string;
  accountLastFour: string;
  reference: string;
  mandateReference: string;
  /** The payer's own page, for an SMS; null in an email. */
  home: string | null;
}

/** The day that the message before named, and why it is not that day. */
export interface Moved {
  from: string;
  why: 'BANKS_CLOSED' | 'TOLD_LATE' | 'NOT_SENT' | 'NOT_PAID';
}

const MOVED_MESSAGES: Record<Moved['why'], (day: string) => string> = {
  NOT_PAID: (day) => `The debit of ${day} was not paid`,
  NOT_SENT: (day) => `The debit of ${day} was not sent to your bank`,
  BANKS_CLOSED: (day) => `Banks are closed on ${day}`,
  TOLD_LATE: (day) => `Our message about ${day} came late`,
};

const triesOf = (retries: number) =>
  retries === 0
    ? ''
    : ` If the account has too little then, we retry on the next business day${retries === 1 ? '' : 's'}, ${retries === 1 ? 'once' : `${retries} times at most`}.`;

const paymentForText = ({ paymentFor }: Notice) =>
  paymentFor === null ? '' : ` for ${paymentFor}`;

/** What is collected and when; after a failure that, and what happens next. */
function noticeText(notice: Notice) {
  const { merchantName, amount, accountLastFour, bankName, collectOn, failedOn } = notice;
  const what = `${showMoney(amount)}${paymentForText(notice)} from your account ending in ${accountLastFour} at ${bankName}`;
  const next =
    failedOn === null
      ? `will collect ${what} on ${sayDay(collectOn)}`
      : `could not collect ${what} on ${sayDay(failedOn)} and will try again on ${sayDay(collectOn)}`;
  return `${merchantName} ${next}.${triesOf(notice.retries)}`;
}

const howToStop = ({ merchantName, mandateReference, reference }: Notice) =>
  `To stop it, tell ${merchantName} or your bank. Mandate ${mandateReference}, debit ${reference} (${PRODUCT_NAME})`;

const retriesOf = (retries: number) =>
  retries === 0 ? '' : ` If unpaid, ${retries === 1 ? '1 retry' : `up to ${retries} retries`}.`;

/** The texts of an SMS before and after the name of the business. */
interface SmsParts {
  before: string;
  after: (paymentFor: string) => string;
}

/** One part of an SMS: the name is cut; the purpose and the address of the payer's page are left out where they do not fit. */
function smsText({ merchantName, paymentFor, mandateReference, home }: Notice, parts: SmsParts) {
  const { before, after } = parts;
  const stop = ` Reply STOP ${mandateReference} to stop.`;
  const textOf = (purpose: string, end: string) => {
    const behind = gsmText(`${after(purpose)}${stop}${end}`);
    return { behind, left: SMS_PART - before.length - behind.length };
  };
  const purpose = paymentFor === null ? '' : ` for ${paymentFor}`;
  const page = home === null ? '' : ` More: ${home}`;
  const name = gsmText(merchantName).length;
  const tries = [textOf(purpose, page), textOf(purpose, ''), textOf('', '')];
  const { behind, left } = tries.find((one) => one.left >= name) ?? textOf('', '');
  return `${before}${gsmName(merchantName, left)}${behind}`;
}

const collects = ({ amount }: Notice, paymentFor: string) =>
  ` will collect ${showMoney(amount)}${paymentFor}`;

/**
 * What is written to payers about debits. An SMS is one part that says how to stop; payers without a mobile
 * number get an email.
 */
export const DEBIT_MESSAGES = messageTemplates({
  'debit-announced': (notice: Notice) => ({
    subject: `${notice.merchantName} will ${notice.failedOn === null ? 'collect' : 'try again to collect'} ${showMoney(notice.amount)} on ${sayDay(notice.collectOn)}`,
    text:
      notice.home === null
        ? `${noticeText(notice)} ${howToStop(notice)}`
        : smsText(notice, {
            before: '',
            after: (paymentFor) =>
              notice.failedOn === null
                ? `${collects(notice, paymentFor)} from account ending in ${notice.accountLastFour} on ${sayDay(notice.collectOn)}.${retriesOf(notice.retries)}`
                : ` could not collect ${showMoney(notice.amount)}${paymentFor} on ${showDay(notice.failedOn)} and will try again on ${sayDay(notice.collectOn)}.${retriesOf(notice.retries)}`,
          }),
  }),
  'debit-withdrawn': (notice: Notice) => ({
    subject: `${notice.merchantName} will not collect on ${sayDay(notice.collectOn)}`,
    text:
      notice.home === null
        ? `${notice.merchantName} will not collect ${showMoney(notice.amount)}${paymentForText(notice)} from your account ending in ${notice.accountLastFour} at ${notice.bankName} on ${sayDay(notice.collectOn)}, as we had told you. We tell you before any other debit. Mandate ${notice.mandateReference}, debit ${notice.reference} (${PRODUCT_NAME})`
        : smsText(notice, {
            before: '',
            after: (paymentFor) =>
              ` will not collect ${showMoney(notice.amount)}${paymentFor} on ${sayDay(notice.collectOn)}.`,
          }),
  }),
  'debit-moved': (notice: Notice & Moved) => {
    const moved = `${MOVED_MESSAGES[notice.why](sayDay(notice.from))}: `;
    return {
      subject: `${notice.merchantName} collects on ${sayDay(notice.collectOn)} instead`,
      text:
        notice.home === null
          ? `${moved}${notice.merchantName} will collect ${showMoney(notice.amount)} from your account ending in ${notice.accountLastFour} on ${sayDay(notice.collectOn)} instead. ${howToStop(notice)}`
          : smsText(notice, {
              before: moved,
              after: (paymentFor) =>
                `${collects(notice, paymentFor)} on ${sayDay(notice.collectOn)} instead.`,
            }),
    };
  },
});
