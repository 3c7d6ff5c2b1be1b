import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { debitDetails } from './debit-submissions.ts';
import { debitFilters, debitList, debitShape } from './debits.ts';
import { DISPUTE_KINDS } from './dispute-states.ts';

/** As banks and operators read it. A bank does not see the charges and the merchant's bank. */
export const viewDebitShape = z.extend(
  z.omit(debitShape, {
    customer: true,
    product: true,
    merchantReference: true,
    chargeIsEstimate: true,
    chargeGivenBack: true,
  }),
  {
    chargeIsEstimate: described(
      'True until the debit is settled: charge, duty and net are computed at each submission, by the price plan and the rate of duty of the collection day, and booked with the settlement. False where they are null. Null for banks.',
      z.nullable(z.boolean()),
    ),
    chargeGivenBack: described(
      'True where it was returned, and charge and duty were given back: both are 0, and so is the net. Null for banks.',
      z.nullable(z.boolean()),
    ),
  },
);
export type DebitView = z.infer<typeof viewDebitShape>;

const viewer = signedIn(['OPERATOR', 'BANK'], 'transactions.read');
const viewPath = '/api/v1/transactions';
const viewedPath = `${viewPath}/{transactionId}` as const;

const viewList = {
  ...debitList,
  item: viewDebitShape,
  filters: {
    ...debitFilters,
    bankId: z.optional(z.uuid()),
    merchantId: z.optional(z.uuid()),
    mandateId: z.optional(z.uuid()),
  },
  path: viewPath,
  admission: viewer,
} as const;

export const listAllDebits = listEndpoint({
  ...viewList,
  name: 'listAllTransactions',
  summary:
    'List the transactions of all merchants, or those of the payers of a bank, latest day first.',
});

export const exportAllDebits = exportEndpoint({
  ...viewList,
  name: 'exportAllTransactions',
  summary: 'Export the transactions of all merchants, or those of the payers of a bank, as CSV.',
  audit: 'read',
});

export const getDebitView = endpoint({
  name: 'getTransactionView',
  summary:
    'Fetch a transaction with its submissions and notices, as an operator or the payer’s bank.',
  path: viewedPath,
  admission: viewer,
  answers: z.extend(viewDebitShape, debitDetails),
});

export const listDebitViewEvents = historyEndpoint({
  name: 'listTransactionViewEvents',
  summary: 'List what happened to a transaction, newest first, as an operator or the payer’s bank.',
  path: viewedPath,
  admission: viewer,
  kinds: ['RETRY_CANCELLED', ...DISPUTE_KINDS],
});
