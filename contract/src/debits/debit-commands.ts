import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { dayShape } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { keysOf } from '../kit/fields.ts';
import { fromQuery } from '../kit/list.ts';
import { line, reasonShape } from '../kit/text.ts';
import { amountShape, CURRENCY } from '../kit/money.ts';
import { DEBIT_PATH, DEBITS_PATH, debitShape, merchantReader, moneyShape } from './debits.ts';

const merchantWriter = signedIn(['MERCHANT'], 'transactions.write');

/** What somebody asks to be collected from a payer. */
export const debitInput = z.object({
  mandateId: z.uuid(),
  reference: described(
    'Your own reference, up to 35 characters. For a mandate, with those that replace it, each is used once: sent again it is refused and nothing is collected twice.',
    line(1, 35),
  ),
  amount: described(
    'Whole shillings; the amount of the mandate by default, where it has one.',
    z.optional(amountShape),
  ),
  currency: described(
    'ISO 4217. `UGX` is the only one so far.',
    z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), CURRENCY),
  ),
  dueDay: described(
    'The day on which it is due, in Kampala; the earliest that the notice allows by default, at most 366 days ahead.',
    z.optional(dayShape),
  ),
});
export type DebitInput = z.infer<typeof debitInput>;

/** The codes of refusals, each with its field. Rows of imported files are refused with the same codes. */
export const DEBIT_REFUSALS = {
  MANDATE_UNKNOWN: 'mandateId',
  MANDATE_NOT_ACTIVE: 'mandateId',
  CUSTOMER_DISABLED: 'mandateId',
  CURRENCY_UNKNOWN: 'currency',
  AMOUNT_NEEDED: 'amount',
  ABOVE_CAP: 'amount',
  ABOVE_LIMIT: 'amount',
  /** Charge and duty would be more than the amount. */
  BELOW_CHARGE: 'amount',
  TOO_EARLY: 'dueDay',
  TOO_FAR: 'dueDay',
  OUTSIDE: 'dueDay',
  TAKEN: 'reference',
} as const;

const refusal = z.object({
  field: described('The field of the item.', z.string()),
  code: described(
    'The refusal by its code: see the notes of the call.',
    z.enum(keysOf(DEBIT_REFUSALS)),
  ),
  message: described('The refusal in a sentence, for people.', z.string()),
});
export type DebitRefusal = z.infer<typeof refusal>;

/** Refuses INPUT_INVALID, with the code of a refusal at the field. */
export const createDebit = endpoint({
  name: 'createTransaction',
  summary: 'Collect from a payer once, within the limits of the mandate, after the notice.',
  method: 'POST',
  path: DEBITS_PATH,
  admission: merchantWriter,
  active: true,
  takes: debitInput,
  answers: debitShape,
  status: 201,
});

const debitCheck = z.object({
  earliestDay: described(
    'The first business day on which the notice of the mandate allows a debit.',
    dayShape,
  ),
  collectionDay: described(
    'The business day on which the debit would be sent; null where the day is refused.',
    z.nullable(dayShape),
  ),
  max: described(
    'The most that one debit of that day can be, in whole shillings: 0 where nothing is left; null without a day.',
    z.nullable(moneyShape),
  ),
  errors: described(
    'Why the debit would be refused, by field; empty where it would not.',
    z.array(refusal),
  ),
});
export type DebitCheck = z.infer<typeof debitCheck>;

export const checkDebit = endpoint({
  name: 'checkTransaction',
  summary: 'Check what can be collected by a mandate on a day. Nothing is made.',
  path: '/api/v1/merchants/{merchantId}/mandates/{mandateId}/collectable',
  admission: merchantReader,
  query: z.object({
    amount: described(
      'The amount to check, in whole shillings; that of the mandate by default.',
      fromQuery(z.optional(z.coerce.number().check(z.int(), z.minimum(1)))),
    ),
    dueDay: described(
      'The day to check; the earliest one that the notice allows by default.',
      z.optional(dayShape),
    ),
  }),
  answers: debitCheck,
});

export const DEBITS_A_CALL = 1000;

const itemOutcome = z.object({
  reference: described('Your own reference.', z.string()),
  transaction: described(
    'The transaction that was made; null where it was refused.',
    z.nullable(debitShape),
  ),
  errors: described('Why it was refused, by field; empty where it was made.', z.array(refusal)),
});

/** Items are independent: the others are made although some are refused. */
export const createDebits = endpoint({
  name: 'createTransactions',
  summary: 'Collect up to 1,000 times in one call, with an answer for each.',
  method: 'POST',
  path: `${DEBITS_PATH}/bulk`,
  admission: merchantWriter,
  active: true,
  takes: z.object({
    items: described(
      'What is to be collected, up to 1,000.',
      z.array(debitInput).check(z.minLength(1), z.maxLength(DEBITS_A_CALL)),
    ),
  }),
  maxSize: 512 * 1024,
  answers: z.object({
    items: described('What became of each, in the same order.', z.array(itemOutcome)),
  }),
});

const action = {
  method: 'POST',
  admission: merchantWriter,
  active: true,
  answers: debitShape,
} as const;

export const cancelDebit = endpoint({
  ...action,
  name: 'cancelTransaction',
  summary:
    'Cancel a transaction, or the next try of one that has failed, that was not sent to the bank yet.',
  path: `${DEBIT_PATH}/cancel`,
  takes: reasonShape,
  errors: ['TRANSACTION_STATE'],
});

export const retryDebit = endpoint({
  ...action,
  name: 'retryTransaction',
  summary:
    'Try a transaction that failed for lack of funds again, after a new notice to the payer.',
  path: `${DEBIT_PATH}/retry`,
  takes: z.object({}),
  errors: [
    'TRANSACTION_STATE',
    'RETRY_FORBIDDEN',
    'RETRY_TOO_LATE',
    'RETRY_ABOVE_LIMIT',
    'MANDATE_STATE',
    'CUSTOMER_DISABLED',
  ],
});
