import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { bankShape } from '../banks.ts';
import { dayShape } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { amountShape, showMoney } from '../kit/money.ts';
import { line, maybe, plainText } from '../kit/text.ts';
import {
  capText,
  largestAmount,
  noticeDaysShape,
  retriesShape,
  termsErrors,
  termsShapes,
} from '../products.ts';
import {
  CONSENT_WAYS,
  LIMIT_PERIODS,
  mandateReader,
  MANDATES_PATH,
  mandateShape,
} from './mandates.ts';
import { sumOf } from './schedule.ts';
import { dueDays } from './schedule-days.ts';

/** An account number as a Ugandan bank writes it: 9 to 18 digits, spaces and dashes left out. */
export const accountNumberShape = z.string().check(
  z.overwrite((text) => plainText(text).replaceAll(/[\s\p{Pd}]/gu, '')),
  z.regex(/^\d{9,18}$/, 'Enter the 9 to 18 digits of the account'),
);

export const listMandateBanks = endpoint({
  name: 'listMandateBanks',
  summary:
    'List the banks whose accounts a mandate can name, and which of them accept signed forms.',
  path: '/api/v1/merchants/{merchantId}/mandate-banks',
  admission: mandateReader,
  answers: z.array(
    z.extend(bankShape, {
      takesForms: described('True where its officers look at signed forms.', z.boolean()),
    }),
  ),
});

/** What a merchant asks a payer to consent to. */
const mandateObject = z.object({
  customerId: z.uuid(),
  productId: described(
    'The product whose terms it has. Without one, send the terms: `amountKind`, `amount`, `schedule`, `noticeDays`, `retries`.',
    maybe(z.uuid()),
  ),
  amountKind: z.optional(termsShapes.amountKind),
  amount: z.optional(termsShapes.amount),
  schedule: z.optional(termsShapes.schedule),
  noticeDays: z.optional(noticeDaysShape),
  retries: z.optional(retriesShape),
  maxPerDebit: described(
    'The most that one debit may be, in whole shillings: the amount of the terms by default. Needed where they have none.',
    z.optional(amountShape),
  ),
  maxPerPeriod: described(
    'The most that debits of one period may add up to, in whole shillings; null without such a limit. It goes with `period`.',
    maybe(amountShape),
  ),
  period: described(
    'The calendar period of `maxPerPeriod`; weeks begin on Monday. Null without such a limit.',
    maybe(z.enum(LIMIT_PERIODS)),
  ),
  maxCount: described(
    'The most debits; null without such a limit.',
    maybe(z.int().check(z.minimum(1), z.maximum(10_000))),
  ),
  maxTotal: described(
    'The most that all debits may add up to, in whole shillings; null without such a limit.',
    maybe(amountShape),
  ),
  start: described(
    'The first day in Kampala; of a new mandate today or later, by the business clock.',
    dayShape,
  ),
  end: described(
    'The last day in Kampala, included; null without one, as for instalments.',
    maybe(dayShape),
  ),
  consentWay: described(
    'How the payer consents. `PAGE`: a link by SMS and email to a page, where they name their account. `SMS`: an answer to an SMS. `FORM`: a signed form, of which you upload a scan.',
    z.enum(CONSENT_WAYS),
  ),
  bankId: described(
    "The payer's bank, from `listBanks`. For `SMS` and `FORM`; on the page the payer names it.",
    maybe(z.uuid()),
  ),
  accountName: described(
    "The name on the payer's account, for `SMS` and `FORM`.",
    maybe(line(2, 70)),
  ),
  accountNumber: described(
    "The payer's account number, 9 to 18 digits, for `SMS` and `FORM`. Only its last four digits are shown again.",
    maybe(accountNumberShape),
  ),
});
export type MandateInput = z.infer<typeof mandateObject>;

/** Refuses input that would be ignored: terms beside a product, and an account that the payer enters. */
const saidOnce = <M extends Omit<MandateInput, 'customerId'>>() =>
  z.check<M>(({ value, issues }) => {
    const { productId, amountKind, amount, schedule, noticeDays, retries } = value;
    const { consentWay, bankId, accountName, accountNumber } = value;
    const refuse = (fields: object, message: string) => {
      for (const [field, said] of Object.entries(fields))
        if (said !== undefined && said !== null)
          issues.push({ code: 'custom', message, path: [field], input: value });
    };
    if (productId !== null)
      refuse(
        { amountKind, amount, schedule, noticeDays, retries },
        'The product says this already',
      );
    if (consentWay === 'PAGE')
      refuse({ bankId, accountName, accountNumber }, 'The payer enters the account on the page');
  });

/** Terms and limits of a mandate, with the defaults filled in. */
export interface MandateTerms {
  amountKind: z.infer<typeof termsShapes.amountKind>;
  amount: number | null;
  schedule: z.infer<typeof termsShapes.schedule>;
  noticeDays: number;
  retries: number;
  maxPerDebit: number;
  maxPerPeriod: number | null;
  period: (typeof LIMIT_PERIODS)[number] | null;
  maxCount: number | null;
  maxTotal: number | null;
  start: string;
  end: string | null;
}

/** What instalments contradict: they are due so often and up to their sum, and end with the last one. */
function instalmentErrors({ schedule, end, maxCount, maxTotal }: MandateTerms) {
  const errors: { field: string; message: string }[] = [];
  if (schedule.kind !== 'INSTALMENTS') return errors;
  const { amounts } = schedule;
  const wrong = (field: string, message: string) => errors.push({ field, message });
  if (end !== null) wrong('end', 'Instalments end with the last one: leave this empty');
  if (maxCount !== null && maxCount < amounts.length)
    wrong(
      'maxCount',
      `There are ${amounts.length} instalments: enter as many, or leave this empty`,
    );
  if (maxTotal !== null && maxTotal < sumOf(amounts))
    wrong(
      'maxTotal',
      `The instalments are ${showMoney(sumOf(amounts))} in all: enter this or more`,
    );
  return errors;
}

export function mandateErrors(
  terms: MandateTerms,
  { today, cap }: { today: string; cap: number },
): { field: string; message: string }[] {
  const { start, end, maxPerDebit, maxPerPeriod, period, maxTotal, schedule } = terms;
  const errors: { field: string; message: string }[] = [
    ...termsErrors(terms),
    ...instalmentErrors(terms),
  ];
  const wrong = (field: string, message: string) => errors.push({ field, message });
  if (start < today) wrong('start', 'The first day is in the past');
  if (end !== null && schedule.kind !== 'INSTALMENTS') {
    const isEmpty =
      schedule.kind !== 'ON_DEMAND' && !dueDays(schedule, { start, end }, start, 1)[0];
    if (end < start) wrong('end', 'The last day is before the first');
    else if (isEmpty) wrong('end', 'The last day is before the first day that is due');
  }
  if (largestAmount(terms) > maxPerDebit)
    wrong('maxPerDebit', 'The maximum per debit is less than the amount due');
  if (maxPerDebit > cap) wrong('maxPerDebit', capText(cap));
  if ((maxPerPeriod === null) !== (period === null))
    wrong(period === null ? 'period' : 'maxPerPeriod', 'Enter both an amount and a period');
  if (maxPerPeriod !== null && maxPerPeriod < maxPerDebit)
    wrong('maxPerPeriod', 'The maximum per period is less than the maximum per debit');
  if (maxTotal !== null && maxTotal < maxPerDebit)
    wrong('maxTotal', 'The total maximum is less than the maximum per debit');
  return errors;
}

const writer = signedIn(['MERCHANT'], 'mandates.write');

/** Each call can send an SMS. Many mandates are imported from a file instead and asked by a sending. */
const WRITING_LIMIT = { max: 1000, per: 'organization', windowSeconds: 3600 } as const;

export const createMandate = endpoint({
  name: 'createMandate',
  summary: 'Make a mandate; by default the payer is asked for consent at once.',
  method: 'POST',
  path: MANDATES_PATH,
  admission: writer,
  active: true,
  limit: WRITING_LIMIT,
  takes: z
    .extend(mandateObject, {
      send: described(
        'False: the payer is not asked before `sendMandate`.',
        z._default(z.boolean(), true),
      ),
    })
    .check(saidOnce()),
  answers: mandateShape,
  status: 201,
  errors: ['CUSTOMER_DISABLED', 'PRODUCT_DISABLED', 'MESSAGE_BUDGET_USED'],
});

/**
 * The new mandate has the terms and limits of the body. Where a limit rises, or it is
 * for something else, the payer consents again; the old mandate ends when the new one begins.
 */
export const replaceMandate = endpoint({
  name: 'replaceMandate',
  summary: 'Replace a mandate by one with other terms or limits.',
  method: 'POST',
  path: `${MANDATES_PATH}/{mandateId}/replace`,
  admission: writer,
  active: true,
  limit: WRITING_LIMIT,
  takes: z.omit(mandateObject, { customerId: true }).check(saidOnce()),
  answers: mandateShape,
  status: 201,
  errors: ['MANDATE_STATE', 'CUSTOMER_DISABLED', 'PRODUCT_DISABLED', 'MESSAGE_BUDGET_USED'],
});
