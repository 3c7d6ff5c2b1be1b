import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMIT_PERIODS, SCHEDULE_PERIODS } from '../mandates/mandates.ts';
import { merchantReader, moneyShape } from './debits.ts';

const SUM = 'Their sum, in whole shillings.';
const MAX = 'The most that may be collected in it, in whole shillings.';

const usageShape = z.object({
  count: described(
    'Debits of the mandate and of those that it replaces which consume the limits.',
    z.int(),
  ),
  total: described(SUM, moneyShape),
  maxCount: described('The most debits; null without such a limit.', z.nullable(z.int())),
  maxTotal: described(
    'The most that all debits may add up to, in whole shillings; null without such a limit.',
    z.nullable(moneyShape),
  ),
  period: described(
    'The current period; null where there is no limit per period.',
    z.nullable(
      z.object({
        kind: described('The calendar period.', z.enum(LIMIT_PERIODS)),
        total: described(SUM, moneyShape),
        max: described(MAX, moneyShape),
      }),
    ),
  ),
  plan: described(
    'For schedules that end, the debits of this mandate alone; null for others.',
    z.nullable(
      z.object({
        count: described('Debits of the plan so far.', z.int()),
        total: described(SUM, moneyShape),
        maxCount: described('The number of debits that was agreed on.', z.int()),
        maxTotal: described(
          'The sum that was agreed on, in whole shillings; null for `ONE_OFF`.',
          z.nullable(moneyShape),
        ),
      }),
    ),
  ),
  schedulePeriod: described(
    'The current period of the schedule, with the most that it takes; null where it has none.',
    z.nullable(
      z.object({
        kind: described('The calendar period.', z.enum(SCHEDULE_PERIODS)),
        total: described(SUM, moneyShape),
        max: described(MAX, moneyShape),
      }),
    ),
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
