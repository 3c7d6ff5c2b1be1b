import * as z from 'zod/mini';
import { DISPUTE } from '../disputes.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import {
  collectionDetails,
  collectionFilters,
  collectionList,
  collectionShape,
  DISPUTE_KINDS,
  moneyShape,
} from './collections.ts';

/** As banks and operators read it; a bank is told nothing of charges and of other accounts. */
export const overseenCollectionShape = z.extend(
  z.omit(collectionShape, {
    customer: true,
    product: true,
    merchantReference: true,
    transactionCharge: true,
    exciseDuty: true,
    net: true,
    chargeGivenBack: true,
  }),
  {
    /** Null for banks. */
    transactionCharge: z.nullable(moneyShape),
    exciseDuty: z.nullable(moneyShape),
    net: z.nullable(moneyShape),
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
    dispute: z.optional(z.enum(DISPUTE.states)),
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
  summary: 'Fetch a transaction with its submissions, as an operator or the payer’s bank.',
  path: overseenPath,
  admission: overseer,
  answers: z.extend(overseenCollectionShape, collectionDetails),
});

export const listOverseenCollectionEvents = historyEndpoint({
  name: 'listOverseenTransactionEvents',
  summary: 'List what happened to a transaction, newest first, as an operator or the payer’s bank.',
  path: overseenPath,
  admission: overseer,
  kinds: DISPUTE_KINDS,
});
