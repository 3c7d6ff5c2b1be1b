import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import {
  collectionDetails,
  collectionFilters,
  collectionList,
  collectionShape,
} from './collections.ts';
import { DISPUTE_KINDS } from './dispute-states.ts';

/** As banks and operators read it. A bank does not see the charges and the merchant's bank. */
export const overseenCollectionShape = z.extend(
  z.omit(collectionShape, {
    customer: true,
    product: true,
    merchantReference: true,
    chargeIsEstimate: true,
    chargeGivenBack: true,
  }),
  {
    /** Null for banks, as charge, duty and net are. */
    chargeIsEstimate: z.nullable(z.boolean()),
    chargeGivenBack: z.nullable(z.boolean()),
  },
);
export type OverseenCollection = z.infer<typeof overseenCollectionShape>;

const overseer = signedIn(['OPERATOR', 'BANK'], 'transactions.read');
const oversightPath = '/api/v1/transactions';
const overseenPath = `${oversightPath}/{transactionId}` as const;

const overseenList = {
  ...collectionList,
  item: overseenCollectionShape,
  filters: {
    ...collectionFilters,
    bankId: z.optional(z.uuid()),
    merchantId: z.optional(z.uuid()),
    mandateId: z.optional(z.uuid()),
  },
  path: oversightPath,
  admission: overseer,
} as const;

export const listAllCollections = listEndpoint({
  ...overseenList,
  name: 'listAllTransactions',
  summary:
    'List the transactions of all merchants, or those of the payers of a bank, latest day first.',
});

export const exportAllCollections = exportEndpoint({
  ...overseenList,
  name: 'exportAllTransactions',
  summary: 'Export the transactions of all merchants, or those of the payers of a bank, as CSV.',
  audit: 'read',
});

export const getOverseenCollection = endpoint({
  name: 'getOverseenTransaction',
  summary:
    'Fetch a transaction with its submissions and notices, as an operator or the payer’s bank.',
  path: overseenPath,
  admission: overseer,
  answers: z.extend(overseenCollectionShape, collectionDetails),
});

export const listOverseenCollectionEvents = historyEndpoint({
  name: 'listOverseenTransactionEvents',
  summary: 'List what happened to a transaction, newest first, as an operator or the payer’s bank.',
  path: overseenPath,
  admission: overseer,
  kinds: ['RETRY_CANCELLED', ...DISPUTE_KINDS],
});
