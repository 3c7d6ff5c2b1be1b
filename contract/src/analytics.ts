import * as z from 'zod/mini';
import { CAUSE_NAMES } from './collections/causes.ts';
import { COLLECTION, type CollectionState, moneyShape } from './collections/collections.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';

/** The days that figures are about; they end today, by the business clock. */
export const PERIODS = ['LAST_30_DAYS', 'LAST_90_DAYS', 'THIS_YEAR'] as const;
export type Period = (typeof PERIODS)[number];

/** What went wrong: not debited, not sent at all, or taken back after it was settled. */
export const WENT_WRONG = ['FAILED', 'REJECTED', 'RETURNED'] as const satisfies CollectionState[];

const sumShape = z.object({ count: z.int(), amount: moneyShape });
export type AnalyticsSum = z.infer<typeof sumShape>;

const analyticsShape = z.object({
  /** The collection days that are counted, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Days with transactions that are SETTLED, or FAILED, REJECTED or RETURNED; the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), collected: sumShape, failed: sumShape })),
  /** Every state, in the order of the tabs of the list. */
  states: z.array(z.extend(sumShape, { state: z.enum(COLLECTION.states) })),
  /** Why transactions are FAILED, REJECTED or RETURNED; the most frequent cause first. */
  causes: z.array(z.extend(sumShape, { cause: z.enum(CAUSE_NAMES) })),
});
export type Analytics = z.infer<typeof analyticsShape>;

export const getAnalytics = endpoint({
  name: 'getAnalytics',
  summary: 'Fetch what was collected and what failed by day, by state and by cause, in a period.',
  path: '/api/v1/merchants/{merchantId}/analytics',
  admission: signedIn(['MERCHANT'], 'transactions.read'),
  heavy: true,
  query: z.object({ period: z._default(z.enum(PERIODS), PERIODS[0]) }),
  answers: analyticsShape,
});
