import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';

// Not imported from debits.ts, whose other shapes the landing page would load too.
const moneyShape = z.int();
const day = z.iso.date();

/** Debits of an outcome on some days, as the list finds them: how many, and their sum in shillings. */
const figureShape = z.object({
  count: z.int(),
  amount: moneyShape,
  /** The collection days, both included. */
  from: day,
  to: day,
});

const figuresShape = z.object({
  /** Mandates that can be collected from. */
  activeMandates: z.int(),
  /** DUE, from today on for 7 days. */
  due: figureShape,
  /** SETTLED, of this month. */
  settled: figureShape,
  /** The outcome FAILED, of this month, with the failure reason that most of them have: its name, and in words. */
  failed: z.extend(figureShape, {
    failureReason: z.nullable(z.object({ name: z.string(), text: z.string() })),
  }),
});
export type DebitFigures = z.infer<typeof figuresShape>;

const reader = signedIn(['MERCHANT'], 'transactions.read');

export const getDebitFigures = endpoint({
  name: 'getTransactionFigures',
  summary:
    'Fetch what is active, what is due, and what became of this month, as sums of transactions.',
  path: '/api/v1/merchants/{merchantId}/transaction-figures',
  admission: reader,
  answers: figuresShape,
});
