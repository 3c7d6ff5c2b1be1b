import * as z from 'zod/mini';
import { dayShape } from '../kit/day.ts';
import { endpoint } from '../kit/endpoint.ts';
import type { ErrorCode } from '../kit/errors.ts';
import { line } from '../kit/text.ts';
import { amountShape, CURRENCY } from '../kit/money.ts';
import {
  COLLECTION_PATH,
  COLLECTIONS_PATH,
  collectionShape,
  ofCollection,
  ofMerchant,
} from './collections.ts';

const merchantWriter = {
  kind: 'signed-in',
  domains: ['MERCHANT'],
  permission: 'transactions.write',
} as const;

/** What somebody asks to be collected from a payer. */
export const collectionInput = z.object({
  mandateId: z.uuid(),
  /** The merchant's own reference: for a mandate each is used once. */
  reference: line(1, 35),
  /** Whole shillings; the mandate's own amount where it has one and none is named. */
  amount: z.optional(amountShape),
  /** UGX is the only one so far. */
  currency: z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), CURRENCY),
  /** The day on which it is due; the earliest one that the notice allows unless told. */
  dueDay: z.optional(dayShape),
});
export type CollectionInput = z.infer<typeof collectionInput>;

/** What can be wrong with what is asked for; the sentence stands at the field. */
export const createCollection = endpoint({
  name: 'createTransaction',
  summary: 'Collect from a payer once, within the limits of the mandate, after the notice.',
  method: 'POST',
  path: COLLECTIONS_PATH,
  admission: merchantWriter,
  params: ofMerchant,
  scope: 'merchant',
  active: true,
  body: { kind: 'json', shape: collectionInput },
  output: { kind: 'json', status: 201, shape: collectionShape },
  errors: ['MERCHANT_NOT_ACTIVE'],
});

/** Items of one call. */
export const COLLECTIONS_A_CALL = 1000;

/** What became of one item of many. */
const itemOutcome = z.object({
  reference: z.string(),
  transaction: z.nullable(collectionShape),
  /** Why it was refused, by field; empty where it was not. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});

/** Each item counts for itself: those that are refused keep no other one from being made. */
export const createCollections = endpoint({
  name: 'createTransactions',
  summary: 'Collect up to 1,000 times in one call, with an answer for each.',
  method: 'POST',
  path: `${COLLECTIONS_PATH}/bulk`,
  admission: merchantWriter,
  params: ofMerchant,
  scope: 'merchant',
  active: true,
  body: {
    kind: 'json',
    shape: z.object({
      items: z.array(collectionInput).check(z.minLength(1), z.maxLength(COLLECTIONS_A_CALL)),
    }),
    maxSize: 512 * 1024,
  },
  output: { kind: 'json', status: 200, shape: z.object({ items: z.array(itemOutcome) }) },
  errors: ['MERCHANT_NOT_ACTIVE'],
});

const reason = line(3, 300);

function actionEndpoint<const S extends z.ZodMiniType>(
  name: string,
  verb: 'cancel' | 'retry',
  summary: string,
  shape: S,
  errors: readonly ErrorCode[],
) {
  return endpoint({
    name,
    summary,
    method: 'POST',
    path: `${COLLECTION_PATH}/${verb}`,
    admission: merchantWriter,
    params: ofCollection,
    scope: 'merchant',
    active: true,
    body: { kind: 'json', shape },
    output: { kind: 'json', status: 200, shape: collectionShape },
    errors: ['TRANSACTION_STATE', 'MERCHANT_NOT_ACTIVE', ...errors],
  });
}

export const cancelCollection = actionEndpoint(
  'cancelTransaction',
  'cancel',
  'Cancel a transaction that was not sent to the bank yet; its day is not collected later.',
  z.object({ reason }),
  [],
);

export const retryCollection = actionEndpoint(
  'retryTransaction',
  'retry',
  'Try a transaction that failed for lack of funds again, after a new notice to the payer.',
  z.object({}),
  ['RETRY_FORBIDDEN', 'MANDATE_STATE'],
);
