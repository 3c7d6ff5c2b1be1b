import * as z from 'zod/mini';
import { amountShape } from '../kit/money.ts';

/** FIXED: the same amount each time. VARIABLE: the merchant names it for each debit. */
export const AMOUNT_KINDS = ['FIXED', 'VARIABLE'] as const;

/** Days of a month that every month has, and the last one. */
const dayOfMonth = z.union([z.int().check(z.minimum(1), z.maximum(28)), z.literal('LAST')]);

/**
 * The agreed day of a month, for schedules that are counted from their first day: that of the first day
 * unless named. In a shorter month it is the last day.
 */
const agreedDay = z.optional(
  z.union([z.int().check(z.minimum(1), z.maximum(31)), z.literal('LAST')]),
);

/** Instalments that a schedule may have, one a week for five years. */
const INSTALMENTS_MAX = 260;

/** When a mandate's debits are due. Days are nominal: one that is no business day rolls forward. */
export const scheduleShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ONE_OFF') }),
  /** 1 is Monday (ISO 8601). */
  z.object({
    kind: z.literal('WEEKLY'),
    weekday: z.int().check(z.minimum(1), z.maximum(7)),
  }),
  z.object({ kind: z.literal('MONTHLY'), day: dayOfMonth }),
  z.object({ kind: z.literal('QUARTERLY'), day: agreedDay }),
  z.object({ kind: z.literal('YEARLY'), day: agreedDay }),
  /** One amount for each debit, in their order. */
  z.object({
    kind: z.literal('INSTALMENTS'),
    every: z.enum(['WEEK', 'MONTH']),
    /** For instalments by months alone. */
    day: agreedDay,
    amounts: z.array(amountShape).check(z.minLength(2), z.maxLength(INSTALMENTS_MAX)),
  }),
  z.object({ kind: z.literal('ON_DEMAND') }),
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
