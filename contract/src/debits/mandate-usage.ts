import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';
import { LIMIT_PERIODS, SCHEDULE_PERIODS } from '../mandates/mandates.ts';
import { merchantReader, moneyShape } from './debits.ts';

const usageShape = z.object({
  /** Debits of the whole series that consume the limits, and their sum in shillings. */
  count: z.int(),
  total: moneyShape,
  /** The limits; null where there is none of the kind. */
  maxCount: z.nullable(z.int()),
  maxTotal: z.nullable(moneyShape),
  /** The current period, its sum and its limit; null where there is no limit per period. */
  period: z.nullable(z.object({ kind: z.enum(LIMIT_PERIODS), total: moneyShape, max: moneyShape })),
  /**
   * For schedules that end (ONE_OFF, INSTALMENTS): the debits of this mandate alone, and the number and sum
   * that were agreed on. Null for other schedules; `maxTotal` is null for ONE_OFF.
   */
  plan: z.nullable(
    z.object({
      count: z.int(),
      total: moneyShape,
      maxCount: z.int(),
      maxTotal: z.nullable(moneyShape),
    }),
  ),
  /** The current period of the schedule and the most that it takes in it; null where it has no period. */
  schedulePeriod: z.nullable(
    z.object({ kind: z.enum(SCHEDULE_PERIODS), total: moneyShape, max: moneyShape }),
  ),
});
export type MandateUsage = z.infer<typeof usageShape>;

export const getMandateUsage = endpoint({
  name: 'getMandateUsage',
  summary: 'Fetch how much of the limits of a mandate is used.',
  path: '/api/v1/merchants/{merchantId}/mandates/{mandateId}/usage',
  admission: merchantReader,
  answers: usageShape,
});
