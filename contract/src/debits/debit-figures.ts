import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';

// Not imported from debits.ts, whose other shapes the landing page would load too.
const moneyShape = z.int();
const day = z.iso.date();

/** Debits of an outcome on some days, as the list finds them: how many, and their sum in shillings. */
const figureShape = z.object({
  count: described('How many.', z.int()),
  amount: described('Whole shillings.', moneyShape),
  from: described('The first collection day, included.', day),
  to: described('The last collection day, included.', day),
});

const figuresShape = z.object({
  activeMandates: described('Mandates that can be collected from.', z.int()),
  due: described('What has the outcome `DUE`, from today on for 7 days.', figureShape),
  settled: described('What has the outcome `SETTLED`, of this month.', figureShape),
  failed: described(
    'What has the outcome `FAILED`, of this month, with the failure reason that most of them have.',
    z.extend(figureShape, {
      failureReason: described(
        'The failure reason that most of them have; null where nothing failed.',
        z.nullable(
          z.object({
            name: described('The failure reason.', z.string()),
            text: described('The failure reason in words.', z.string()),
          }),
        ),
      ),
    }),
  ),
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
