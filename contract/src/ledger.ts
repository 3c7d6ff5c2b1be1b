import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { monthShape } from './billing.ts';
import { endpoint, requestedShape, signedIn } from './kit/endpoint.ts';
import { fields, objectOf } from './kit/fields.ts';
import { joinedLines } from './kit/text.ts';

const reader = signedIn(['OPERATOR'], 'billing.read');
const writer = signedIn(['OPERATOR'], 'billing.write');
const LEDGER = '/api/v1/operator/ledger';
const money = z.int();
const day = z.iso.date();
const moment = z.iso.datetime();

/** An item that explains why the bank and the ledger differ. */
export const openItemShape = z.object({
  reference: described('The reference of the item.', z.string()),
  amount: described('Whole shillings.', money),
  explanation: described('What it is, in words.', z.string()),
});
export type OpenItem = z.infer<typeof openItemShape>;

export const ledgerShape = z.object({
  accounts: described(
    'The accounts of the ledger with their balances now.',
    z.array(
      z.object({
        account: described('The account, by its name in the ledger.', z.string()),
        name: described('Its name.', z.string()),
        balance: described('Whole shillings: what is in an account or owed is positive.', money),
      }),
    ),
  ),
  lastClosedDay: described(
    'The newest day that is closed; null before the first one.',
    z.nullable(day),
  ),
  lastCheckedAt: described(
    'When closed days were last compared with their entries, by the business clock; null before.',
    z.nullable(moment),
  ),
  daysChecked: described('How many days were compared.', z.int()),
  differences: described(
    'Days whose entries or sums are not what they were when the day was closed.',
    z.array(
      z.object({
        day: described('A day in Kampala.', day),
        explanation: described('What differs, in words.', z.string()),
      }),
    ),
  ),
  statements: described(
    'The newest statements of the settlement bank, beside the ledger.',
    z.array(
      z.object({
        day: described('A day in Kampala.', day),
        closing: described('What the statement says, in whole shillings.', money),
        ledgerBalance: described('What the ledger says, in whole shillings.', money),
        openItems: described(
          'What explains why the bank and the ledger differ.',
          z.array(openItemShape),
        ),
        difference: described(
          'The part of the difference that no open item explains, in whole shillings.',
          money,
        ),
      }),
    ),
  ),
});
export type Ledger = z.infer<typeof ledgerShape>;

export const getLedger = endpoint({
  name: 'getLedger',
  summary: 'Read the accounts of the ledger, its last check and the newest statements beside it.',
  path: LEDGER,
  admission: reader,
  answers: ledgerShape,
});

const earned = {
  charge: described(
    'Our charges, in whole shillings, less what was given back with returned debits.',
    money,
  ),
  exciseDuty: described('Excise duty on the charges, in whole shillings.', money),
};

export const listRevenueMonths = endpoint({
  name: 'listRevenueMonths',
  summary: 'List the months with the charges that were earned and the duty on them, newest first.',
  path: '/api/v1/operator/revenue',
  admission: reader,
  answers: z.object({
    content: described('The months.', z.array(z.object({ month: monthShape, ...earned }))),
  }),
});

export const listRevenueMerchants = endpoint({
  name: 'listRevenueMerchants',
  summary:
    "List the merchants that charges were earned with in a month, the largest first; after 500 one row, 'All others'.",
  path: '/api/v1/operator/revenue/{month}/merchants',
  admission: reader,
  params: z.object({ month: monthShape }),
  answers: z.object({
    content: described(
      'The merchants.',
      z.array(
        z.object({
          merchantId: described(
            'The merchant; null for all others together.',
            z.nullable(z.uuid()),
          ),
          merchantName: described('The name of the business.', z.string()),
          ...earned,
        }),
      ),
    ),
  }),
});

export const listRevenueBanks = endpoint({
  name: 'listRevenueBanks',
  summary: "List the payers' banks whose debits were settled in a month, the largest first.",
  path: '/api/v1/operator/revenue/{month}/banks',
  admission: reader,
  params: z.object({ month: monthShape }),
  answers: z.object({
    content: described(
      'The banks.',
      z.array(
        z.object({
          bankName: described('The name of the bank.', z.string()),
          debits: described('How many debits.', z.int()),
          ...earned,
        }),
      ),
    ),
  }),
});

export const ADJUSTMENT_KINDS = [
  'DUTY_REMITTED',
  'INCOME_WITHDRAWN',
  'BANK_FEES',
  'WRITE_OFF',
] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

export const ADJUSTMENT_LABELS: Readonly<Record<AdjustmentKind, string>> = {
  DUTY_REMITTED: 'Excise duty was paid to the revenue authority',
  INCOME_WITHDRAWN: 'Charges were withdrawn from the settlement bank',
  BANK_FEES: 'The settlement bank took fees',
  WRITE_OFF: 'What a merchant owes is written off',
};

export const ADJUSTMENT_FIELDS = fields({
  kind: {
    label: 'What happened',
    kind: 'select',
    schema: described('What happened outside the platform.', z.enum(ADJUSTMENT_KINDS)),
    options: ADJUSTMENT_KINDS.map((value) => ({ value, label: ADJUSTMENT_LABELS[value] })),
  },
  amount: {
    label: 'Amount',
    kind: 'money',
    schema: described(
      'Whole shillings.',
      z.int().check(z.minimum(1), z.maximum(1_000_000_000_000)),
    ),
  },
  merchantId: {
    label: 'Merchant',
    kind: 'text',
    schema: described(
      'The merchant that it is about; null where it is about none.',
      z._default(z.nullable(z.uuid()), null),
    ),
    hint: 'Search by name, number or representative',
    invalid: 'Choose a merchant from the list',
  },
  reason: {
    label: 'Reason',
    kind: 'textarea',
    schema: described('Why; it is kept in the history.', joinedLines(3, 300)),
    hint: 'What it was for, and where it is documented',
    maxLength: 300,
  },
});

export const adjustmentShape = objectOf(ADJUSTMENT_FIELDS);
export type Adjustment = z.infer<typeof adjustmentShape>;

/**
 * Fees, duty and charges are posted against suspense. The bank's own entry is posted there too, before or
 * after; its exception is closed as BOOKED. Refuses INPUT_INVALID at `amount` or `merchantId`.
 */
export const createAdjustment = endpoint({
  name: 'createAdjustment',
  summary: 'Ask a second operator to book what happened outside the platform.',
  method: 'POST',
  path: `${LEDGER}/adjustments`,
  admission: writer,
  takes: adjustmentShape,
  answers: requestedShape,
  status: 202,
});
