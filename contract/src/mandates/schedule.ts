import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { amountShape } from '../kit/money.ts';

/** FIXED: the same amount each time. VARIABLE: the merchant names it for each debit. */
export const AMOUNT_KINDS = ['FIXED', 'VARIABLE'] as const;

/** Days of a month that every month has, and the last one. */
const dayOfMonth = described(
  'Day of the month, 1 to 28, or `LAST`.',
  z.union([z.int().check(z.minimum(1), z.maximum(28)), z.literal('LAST')]),
);

/** For schedules that are counted from their first day. */
const agreedDay = described(
  'Day of the month, 1 to 31, or `LAST`; in a shorter month its last day. Unless told that of the first day, which a mandate then keeps. Of instalments only by months.',
  z.optional(z.union([z.int().check(z.minimum(1), z.maximum(31)), z.literal('LAST')])),
);

const RHYTHM = 'The rhythm; the other fields depend on it.';

/** Instalments that a schedule may have, one a week for five years. */
const INSTALMENTS_MAX = 260;

/** When a mandate's debits are due. Days are nominal: one that is no business day rolls forward. */
export const scheduleShape = z.discriminatedUnion('kind', [
  z.object({ kind: described(RHYTHM, z.literal('ONE_OFF')) }),
  /** 1 is Monday (ISO 8601). */
  z.object({
    kind: described(RHYTHM, z.literal('WEEKLY')),
    weekday: described('1 is Monday, 7 is Sunday.', z.int().check(z.minimum(1), z.maximum(7))),
  }),
  z.object({
    kind: described(RHYTHM, z.literal('MONTHLY')),
    day: dayOfMonth,
  }),
  z.object({
    kind: described(RHYTHM, z.literal('QUARTERLY')),
    day: agreedDay,
  }),
  z.object({
    kind: described(RHYTHM, z.literal('YEARLY')),
    day: agreedDay,
  }),
  /** One amount for each debit, in their order. */
  z.object({
    kind: described(RHYTHM, z.literal('INSTALMENTS')),
    every: described('From one instalment to the next.', z.enum(['WEEK', 'MONTH'])),
    day: agreedDay,
    amounts: described(
      'Whole shillings of each instalment, in their order.',
      z.array(amountShape).check(z.minLength(2), z.maxLength(INSTALMENTS_MAX)),
    ),
  }),
  z.object({
    kind: described(RHYTHM, z.literal('ON_DEMAND')),
  }),
]);
export type Schedule = z.infer<typeof scheduleShape>;
export type ScheduleKind = Schedule['kind'];

/** The sum of the amounts of instalments. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);

export const SCHEDULE_KINDS = [
  'ONE_OFF',
  'WEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'YEARLY',
  'INSTALMENTS',
  'ON_DEMAND',
] as const satisfies readonly ScheduleKind[];
