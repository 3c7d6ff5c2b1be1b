import { amountShape, parseMoney } from '@tegeka/contract/kit/money.ts';
import { mandateBrief, mandateMessage } from '@tegeka/contract/mandates/mandate-texts.ts';
import { accountNumberShape } from '@tegeka/contract/mandates/mandate-commands.ts';
import { LIMIT_PERIODS, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { agreedSchedule } from '@tegeka/contract/mandates/schedule-days.ts';
import { type ScheduleKind, scheduleShape } from '@tegeka/contract/mandates/schedule.ts';
import { termsOf } from '@tegeka/contract/mandates/terms-fields.ts';
import { largestAmount, type Product } from '@tegeka/contract/products.ts';
import type { FormValues } from '#ui/form/form-values.ts';

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

const numberOf = (value: unknown) =>
  amountShape.safeParse(parseMoney(textOf(value) ?? '')).data ?? null;

type Known = Pick<Product, 'name' | 'amount' | 'schedule' | 'noticeDays' | 'retries'>;

/** The terms of the product, or those that are typed; null while they are not sufficient. */
function termsSoFar(values: FormValues, product: Known | null) {
  if (product) return { ...product, paymentFor: product.name };
  const typed = termsOf(values);
  const schedule = scheduleShape.safeParse(typed.schedule).data;
  if (!schedule) return null;
  const { noticeDays = 2, retries = 0 } = typed;
  return { amount: numberOf(values['amount']), schedule, noticeDays, retries, paymentFor: null };
}

const SCHEDULE_PERIOD: Partial<Record<ScheduleKind, string>> = {
  WEEKLY: 'WEEK',
  MONTHLY: 'MONTH',
  YEARLY: 'YEAR',
};

/**
 * What a limit per period does to retries, where it is as long as the schedule's own period and has no room for
 * a second debit; null where it has, or nothing is tried again.
 */
export function retryNote(values: FormValues, product: Known | null): string | null {
  const terms = termsSoFar(values, product);
  const max = numberOf(values['maxPerPeriod']);
  if (!terms || terms.retries === 0 || max === null) return null;
  const amount = largestAmount(terms);
  const { period } = values;
  if (SCHEDULE_PERIOD[terms.schedule.kind] !== period || max >= 2 * amount) return null;
  const text = String(period).toLowerCase();
  return `The limit of a ${text} has room for one debit. What fails for lack of funds is tried again only within the same ${text}: in the next one the schedule needs the room.`;
}

/** The text that the payer reads before they agree; null while the input is not sufficient. */
export function payerText(
  values: FormValues,
  known: {
    merchantName: string;
    product: Known | null;
    bankName: string | null;
    /** The mandate that is replaced. */
    replaced?: Pick<Mandate, 'schedule' | 'start'> | undefined;
  },
): string | null {
  const terms = termsSoFar(values, known.product);
  if (!terms) return null;
  const maxPerDebit = numberOf(values['maxPerDebit']) ?? largestAmount(terms);
  if (maxPerDebit === 0) return null;
  const start = textOf(values['start']);
  const { schedule } = terms;
  const mandate = {
    ...terms,
    schedule: start === null ? schedule : agreedSchedule(schedule, start, known.replaced ?? null),
    maxPerDebit,
    maxPerPeriod: numberOf(values['maxPerPeriod']),
    period: LIMIT_PERIODS.find((period) => period === values['period']) ?? null,
    maxCount: numberOf(values['maxCount']),
    maxTotal: numberOf(values['maxTotal']),
    start: start ?? '',
    end: textOf(values['end']),
  };
  if (values['consentWay'] !== 'SMS') return mandateMessage(known.merchantName, mandate);
  if (start === null) return null;
  const bank = known.bankName === null ? null : { id: '', name: known.bankName };
  const account = accountNumberShape.safeParse(values['accountNumber']).data;
  const accountLastFour = account?.slice(-4) ?? null;
  return mandateBrief(known.merchantName, { ...mandate, bank, accountLastFour });
}
