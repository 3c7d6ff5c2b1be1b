import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import {
  collectionDetails,
  collectionFilters,
  collectionList,
  collectionShape,
  DISPUTE_KINDS,
} from './collections.ts';

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

/**
 * A debit that its payer disputes, for the payer's bank to decide. One that was refused, or on which the
 * bank did not decide in time, can be opened again.
 * It moves no money: the return of the bank does.
 */
export const DISPUTE = stateMachine({
  entity: 'dispute',
  states: ['OPEN', 'ACCEPTED', 'REFUSED', 'LAPSED'],
  transitions: {
    OPEN: ['ACCEPTED', 'REFUSED', 'LAPSED'],
    ACCEPTED: [],
    REFUSED: ['OPEN'],
    LAPSED: ['OPEN'],
  },
});
export type DisputeState = (typeof DISPUTE.states)[number];

/** Days from the debit in which it can be disputed: 8 weeks. */
export const DISPUTE_DAYS = 56;

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
