import { showMoney } from '../kit/money.ts';
import type { MandateTerms } from './mandate-commands.ts';
import type { Evidence } from './mandate-documents.ts';
import type { LimitPeriod, Mandate } from './mandates.ts';
import type { Schedule } from './schedule.ts';
import { describeSchedule } from './schedule-texts.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** An ISO 8601 day as `5 January 2027`. */
export function sayDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

const PERIODS: Record<LimitPeriod, string> = {
  DAY: 'in a day',
  WEEK: 'in a week',
  MONTH: 'in a month',
  YEAR: 'in a year',
};

const PACE: Record<Schedule['kind'], string> = {
  ONE_OFF: 'once',
  WEEKLY: 'each week',
  MONTHLY: 'each month',
  QUARTERLY: 'every three months',
  YEARLY: 'each year',
  INSTALMENTS: 'for each instalment',
  ON_DEMAND: 'each time',
};

type Said = Omit<MandateTerms, 'amountKind' | 'amount'>;

/** The one sentence that says everything: who may take how much, how often and until when. */
export function mandateSentence(merchantName: string, terms: Said, account = ''): string {
  const { schedule, maxPerDebit, end } = terms;
  const until = end === null ? 'until you stop it' : `until ${sayDay(end)}`;
  return `${merchantName} may take up to ${showMoney(maxPerDebit)} from your account${account} ${PACE[schedule.kind]}${schedule.kind === 'ONE_OFF' ? '' : ` ${until}`}.`;
}

type PaidFor = Pick<Mandate, 'paymentFor'>;

/** What it is for, in one line; no line without a product. */
export const paymentForLines = ({ paymentFor }: PaidFor): string[] =>
  paymentFor === null ? [] : [`For ${paymentFor}`];

/** The retries, since each can cost a fee at the payer's bank; no line where none is made. */
const retryLines = ({ retries }: Pick<Said, 'retries'>): string[] =>
  retries === 0
    ? []
    : [
        `Tried again ${retries === 1 ? 'once' : `up to ${retries} times`} if the account has too little`,
      ];

/** The limits beside that of one debit; those that were not agreed on are left out. */
const limitText = ({ maxPerPeriod, period, maxCount, maxTotal }: Said): string[] => [
  ...(maxPerPeriod !== null && period !== null
    ? [`${showMoney(maxPerPeriod)} ${PERIODS[period]}`]
    : []),
  ...(maxCount === null ? [] : [`${maxCount} ${maxCount === 1 ? 'time' : 'times'}`]),
  ...(maxTotal === null ? [] : [`${showMoney(maxTotal)} in all`]),
];

/** The details below the sentence, a line each: what for, when, from when on, and each limit. */
export function mandateDetails(terms: Said & PaidFor): string[] {
  const { schedule, start, end, maxPerDebit, noticeDays } = terms;
  return [
    ...paymentForLines(terms),
    `Taken ${describeSchedule(schedule)}`,
    `From ${sayDay(start)}${end === null ? ', with no last day' : ` to ${sayDay(end)}`}`,
    ...[`${showMoney(maxPerDebit)} at a time`, ...limitText(terms)].map((max) => `At most ${max}`),
    `You are told ${noticeDays} ${noticeDays === 1 ? 'day' : 'days'} before each debit`,
    ...retryLines(terms),
  ];
}

/** The sentence and what it is for, as a message says it. */
export const mandateMessage = (
  merchantName: string,
  terms: Said & PaidFor,
  account?: string,
): string =>
  [
    mandateSentence(merchantName, terms, account),
    ...paymentForLines(terms).map((line) => `${line}.`),
  ].join(' ');

/**
 * The sentence with account, when and each limit, short enough for an SMS of a few parts. It is all that
 * the payer reads before a consent by SMS, so it names the account that the merchant has entered.
 */
export function mandateBrief(
  merchantName: string,
  terms: Said & PaidFor & Pick<Mandate, 'bank' | 'accountLastFour'>,
): string {
  const { schedule, start, bank, accountLastFour } = terms;
  const account =
    bank === null || accountLastFour === null
      ? ''
      : ` ending in ${accountLastFour} at ${bank.name}`;
  const limits = limitText(terms);
  return [
    mandateMessage(merchantName, terms, account),
    `Taken ${describeSchedule(schedule)}, from ${sayDay(start)}.`,
    ...(limits.length === 0 ? [] : [`At most ${limits.join(', ')}.`]),
    ...retryLines(terms).map((line) => `${line}.`),
  ].join(' ');
}

export const EVIDENCE_KIND_LABELS: Readonly<Record<Evidence['kind'], string>> = {
  CONSENTED: 'Agreed',
  DECLINED: 'Declined',
  STOPPED: 'Stopped',
};

/** In which way they did it; follows the word of what they did. */
export const EVIDENCE_WAY_LABELS: Readonly<Record<Evidence['way'], string>> = {
  PAGE: 'on a page, with a code sent to the phone',
  SMS: 'by SMS from the phone',
  FORM: 'on a signed form',
  PAYER_PAGE: "on the payer's own page",
  BANK: 'at the bank',
};
