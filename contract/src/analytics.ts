import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { FAILURE_REASON_NAMES } from './debits/failure-reasons.ts';
import { outcomeShape } from './debits/debit-outcomes.ts';
import { moneyShape } from './debits/debits.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';

/** The days that figures are about; they end today, by the business clock. */
export const PERIODS = ['LAST_30_DAYS', 'LAST_90_DAYS', 'THIS_YEAR'] as const;
export type Period = (typeof PERIODS)[number];

const sumShape = z.object({
  count: described('How many.', z.int()),
  amount: described('Whole shillings.', moneyShape),
});
export type AnalyticsSum = z.infer<typeof sumShape>;

const analyticsShape = z.object({
  from: described('The first collection day that is counted, included.', z.iso.date()),
  to: described('The last collection day that is counted, included.', z.iso.date()),
  days: described(
    'Days with transactions of the outcomes `SETTLED` or `FAILED`, the oldest first.',
    z.array(
      z.object({
        day: described('The collection day.', z.iso.date()),
        settled: described('What has the outcome `SETTLED`.', sumShape),
        failed: described('What has the outcome `FAILED`.', sumShape),
      }),
    ),
  ),
  outcomes: described(
    'Every outcome, also without transactions.',
    z.array(
      z.extend(sumShape, {
        outcome: outcomeShape,
      }),
    ),
  ),
  failureReasons: described(
    'Why transactions of the outcome `FAILED` did not succeed, the most frequent failure reason first.',
    z.array(
      z.extend(sumShape, {
        failureReason: described('The failure reason.', z.enum(FAILURE_REASON_NAMES)),
      }),
    ),
  ),
});
export type Analytics = z.infer<typeof analyticsShape>;

export const getAnalytics = endpoint({
  name: 'getAnalytics',
  summary:
    'Fetch what was settled and what failed by day, by outcome and by failure reason, in a period.',
  path: '/api/v1/merchants/{merchantId}/analytics',
  admission: signedIn(['MERCHANT'], 'transactions.read'),
  heavy: true,
  query: z.object({
    period: described(
      'The days that are counted; they end today, by the business clock.',
      z._default(z.enum(PERIODS), PERIODS[0]),
    ),
  }),
  answers: analyticsShape,
});
