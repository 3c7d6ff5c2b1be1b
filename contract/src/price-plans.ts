import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { dayShape } from './kit/day.ts';
import { endpoint, requestedShape, signedIn } from './kit/endpoint.ts';
import { fields, objectOf } from './kit/fields.ts';
import { listEndpoint } from './kit/list.ts';

const money = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

/** What a debit costs a merchant: the share of its amount and the fixed part, within minimum and maximum. */
export const PRICE_PLAN_FIELDS = fields({
  /** In Kampala, after today by the business clock. */
  startsOn: {
    label: 'From',
    kind: 'date',
    schema: described(
      'The first day in Kampala; debits that are made then or later cost this.',
      dayShape,
    ),
    hint: 'Debits that are made on this day or later; a day to come',
  },
  /** Null for all merchants that have no plan of their own. */
  merchantId: {
    label: 'Merchant',
    kind: 'text',
    schema: described(
      'The merchant; null for all that have no plan of their own.',
      z._default(z.nullable(z.uuid()), null),
    ),
    hint: 'The id of the merchant, from its page; empty for all that have no plan of their own',
    optional: true,
  },
  /** Hundredths of a per cent of the amount. */
  basisPoints: {
    label: 'Share of the amount',
    kind: 'text',
    schema: described(
      'The share of the amount, in hundredths of a per cent: 100 is 1 %.',
      z.int().check(z.minimum(0), z.maximum(10_000)),
    ),
    hint: 'In hundredths of a per cent: 100 is 1 %',
    numeric: true,
  },
  fixed: {
    label: 'Fixed part',
    kind: 'money',
    schema: described('The fixed part, in whole shillings.', money),
  },
  minimum: {
    label: 'At least',
    kind: 'money',
    schema: described('The least that a debit costs, in whole shillings.', money),
  },
  /** Null where there is none. */
  maximum: {
    label: 'At most',
    kind: 'money',
    schema: described(
      'The most that a debit costs, in whole shillings; null without one.',
      z._default(z.nullable(money), null),
    ),
    optional: true,
  },
  givesBack: {
    label: 'Charge and duty are given back when a debit is returned',
    kind: 'checkbox',
    schema: described(
      'True where charge and duty are given back when a debit is returned.',
      z._default(z.boolean(), false),
    ),
  },
});

const inputObject = objectOf(PRICE_PLAN_FIELDS);
export type PricePlanInput = z.infer<typeof inputObject>;

const inOrder = z.refine<{ minimum: number; maximum: number | null }>(
  ({ minimum, maximum }) => maximum === null || maximum >= minimum,
  { message: 'The most is less than the least', path: ['maximum'] },
);

export const pricePlanInputShape = inputObject.check(inOrder);

export const pricePlanShape = z.extend(inputObject, {
  id: z.uuid(),
  merchantName: described(
    'The name of the business; null for all that have no plan of their own.',
    z.nullable(z.string()),
  ),
  currency: described('ISO 4217. `UGX` is the only one so far.', z.string()),
  createdAt: described('When it was made.', z.iso.datetime()),
});
export type PricePlan = z.infer<typeof pricePlanShape>;

const reader = signedIn(['OPERATOR'], 'billing.read');
const writer = signedIn(['OPERATOR'], 'billing.write');
const PLANS = '/api/v1/operator/price-plans';

export const listPricePlans = listEndpoint({
  name: 'listPricePlans',
  summary: 'List what debits cost, for all merchants and for some, the latest beginning first.',
  path: PLANS,
  admission: reader,
  item: pricePlanShape,
  sorts: ['-startsOn', 'startsOn'],
  filters: { merchantId: z.optional(z.uuid()) },
});

/**
 * A plan is never changed: a later one replaces it. It is made when a second operator approves the request,
 * and not where its day has come before that. Refuses INPUT_INVALID at `startsOn`, at `merchantId`, and at
 * `basisPoints`, `fixed` or `minimum` where charge and duty would take all of the largest debit.
 */
export const createPricePlan = endpoint({
  name: 'createPricePlan',
  summary:
    'Ask a second operator to make a price plan for all merchants or for one, from a day to come on.',
  method: 'POST',
  path: PLANS,
  admission: writer,
  takes: pricePlanInputShape,
  answers: requestedShape,
  status: 202,
  errors: ['PRICE_PLAN_TAKEN'],
});
