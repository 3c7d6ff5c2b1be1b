import * as z from 'zod/mini';
import { FAILURE_REASON_NAMES } from './debits/failure-reasons.ts';
import { OUTCOME_NAMES } from './debits/debit-outcomes.ts';
import { moneyShape } from './debits/debits.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';

/** The days that figures are about; they end today, by the business clock. */
export const PERIODS = ['LAST_30_DAYS', 'LAST_90_DAYS', 'THIS_YEAR'] as const;
export type Period = (typeof PERIODS)[number];

const sumShape = z.object({ count: z.int(), amount: moneyShape });
export type AnalyticsSum = z.infer<typeof sumShape>;

const analyticsShape = z.object({
  /** The collection days that are counted, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Days with transactions of the outcomes SETTLED or FAILED; the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), settled: sumShape, failed: sumShape })),
  /** Every outcome, also without transactions. */
  outcomes: z.array(z.extend(sumShape, { outcome: z.enum(OUTCOME_NAMES) })),
  /** Why transactions of the outcome FAILED did not succeed; the most frequent failure reason first. */
  failureReasons: z.array(z.extend(sumShape, { failureReason: z.enum(FAILURE_REASON_NAMES) })),
});
export type Analytics = z.infer<typeof analyticsShape>;

export const getAnalytics = endpoint({
  name: 'getAnalytics',
  summary:
    'Fetch what was settled and what failed by day, by outcome and by failure reason, in a period.',
  path: '/api/v1/merchants/{merchantId}/analytics',
  admission: signedIn(['MERCHANT'], 'transactions.read'),
  heavy: true,
  query: z.object({ period: z._default(z.enum(PERIODS), PERIODS[0]) }),
  answers: analyticsShape,
});
