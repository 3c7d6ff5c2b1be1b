import {
  DEBIT_REFUSALS,
  type DebitInput,
  type DebitRefusal,
} from '@tegeka/contract/debits/debit-commands.ts';
import type { Origin } from '@tegeka/contract/debits/debits.ts';
import { addDays, showDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import type { Calendar } from '#features/calendar/calendar-days.ts';
import type { CollectableMandate } from '#features/mandates/collection/mandates-collectable.ts';
import type { NewDebit } from './debits-checks.ts';

// What can be asked for, without SQL and clock.

/** The day on which something due can be debited: after the notice, on a business day. */
export function collectionDay(
  calendar: Calendar,
  { dueOn, today, noticeDays }: { dueOn: string; today: string; noticeDays: number },
): string {
  const told = addDays(today, noticeDays);
  return calendar.roll(dueOn > told ? dueOn : told);
}

/** The first business day that the notice of a mandate allows. */
export const earliestDay = (
  calendar: Calendar,
  { noticeDays }: Pick<CollectableMandate, 'noticeDays'>,
  today: string,
) => calendar.roll(addDays(today, noticeDays));

type Code = DebitRefusal['code'];

export const refusal = (code: Code, message: string): DebitRefusal => ({
  field: DEBIT_REFUSALS[code],
  code,
  message,
});

const AHEAD_DAYS = 366;

type Checked = { wanted: NewDebit } | { errors: DebitRefusal[] };

/** Returns the debit to make, or what is wrong with the request, by field. */
export function checkRequest(
  input: DebitInput,
  mandate: CollectableMandate | undefined,
  { calendar, today, origin }: { calendar: Calendar; today: string; origin: Origin },
): Checked {
  if (!mandate) return { errors: [refusal('MANDATE_UNKNOWN', 'There is no such mandate')] };
  const errors: DebitRefusal[] = [];
  const wrong = (code: Code, message: string) => errors.push(refusal(code, message));
  if (input.currency !== CURRENCY)
    wrong('CURRENCY_UNKNOWN', 'Money is collected in Ugandan shillings (UGX) only');
  const amount = input.amount ?? mandate.amount;
  if (amount === null) wrong('AMOUNT_NEEDED', 'Say how much is to be collected');
  const earliest = earliestDay(calendar, mandate, today);
  const dueOn = input.dueDay ?? earliest;
  if (dueOn < earliest && calendar.roll(dueOn) < earliest)
    wrong(
      'TOO_EARLY',
      `The payer is told ${mandate.noticeDays} day${mandate.noticeDays === 1 ? '' : 's'} before: the earliest day is ${showDay(earliest)}`,
    );
  else if (dueOn < mandate.start)
    wrong('OUTSIDE', `The mandate begins on ${showDay(mandate.start)}`);
  else if (mandate.end !== null && dueOn > mandate.end)
    wrong('OUTSIDE', `The mandate ends on ${showDay(mandate.end)}`);
  else if (dueOn > addDays(today, AHEAD_DAYS)) wrong('TOO_FAR', 'That is more than a year ahead');
  if (errors.length > 0 || amount === null) return { errors };
  const collectOn = calendar.roll(dueOn > earliest ? dueOn : earliest);
  const dueKey = `A:${input.reference}`;
  return { wanted: { mandate, amount, dueOn, collectOn, dueKey, origin, retried: false } };
}
