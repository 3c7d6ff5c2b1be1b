import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';
import { LIMIT_PERIODS, SCHEDULE_PERIODS } from '../mandates/mandates.ts';
import { merchantReader, moneyShape } from './collections.ts';

const usageShape = z.object({
  /** Debits that consume the limits, and their sum in shillings: those of all replaced mandates too. */
  count: z.int(),
  total: moneyShape,
  /** The limits; null where there is none of the kind. */
  maxCount: z.nullable(z.int()),
  maxTotal: z.nullable(moneyShape),
  /** The present period, its sum and its limit; null where there is no limit for a period. */
  period: z.nullable(
    z.object({ kind: z.enum(LIMIT_PERIODS), total: moneyShape, most: moneyShape }),
  ),
  /**
   * What the schedule takes once or in instalments, of this mandate alone; null where it goes on. The sum is
   * null where none was agreed on.
   */
  plan: z.nullable(
    z.object({
      count: z.int(),
      total: moneyShape,
      maxCount: z.int(),
      maxTotal: z.nullable(moneyShape),
    }),
  ),
  /** The present period of the schedule, and the most that it takes then; null where it has none. */
  schedulePeriod: z.nullable(
    z.object({ kind: z.enum(SCHEDULE_PERIODS), total: moneyShape, most: moneyShape }),
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
