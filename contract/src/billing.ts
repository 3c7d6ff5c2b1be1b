import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';

const reader = signedIn(['MERCHANT'], 'billing.read');
const MERCHANT = '/api/v1/merchants/{merchantId}';
const money = z.int();
/** A month in Kampala, `2026-11`. */
export const monthShape = described(
  'A month in Kampala, `2030-02`.',
  z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/)),
);

/**
 * A month of a merchant's balance, in whole shillings: closing = opening + settled − charge − exciseDuty −
 * returned − paidOut + cameBack + repaid + other. They are sums of the ledger.
 */
export const billingMonthShape = z.object({
  month: monthShape,
  opening: described('Balance at the beginning of the month, in whole shillings.', money),
  settled: described(
    'Debits that were settled, in whole shillings, before charge and duty.',
    money,
  ),
  charge: described(
    'Our charges, in whole shillings, less what was given back with returned debits.',
    money,
  ),
  exciseDuty: described('Excise duty on the charges, in whole shillings.', money),
  returned: described('Debits that payers or their banks took back, in whole shillings.', money),
  paidOut: described('Payouts, in whole shillings.', money),
  cameBack: described('Payouts that did not reach the account, in whole shillings.', money),
  repaid: described('What the merchant has repaid of what it owed, in whole shillings.', money),
  other: described('Corrections by the platform, in whole shillings.', money),
  closing: described(
    'Balance at the end of the month, in whole shillings: opening + settled − charge − exciseDuty − returned − paidOut + cameBack + repaid + other.',
    money,
  ),
});
export type BillingMonth = z.infer<typeof billingMonthShape>;

/** The figures of a statement: the label of each, and what it counts. Screen and PDF show both. */
export const STATEMENT_FIGURES = {
  settled: {
    label: 'Settled',
    text: 'Debits whose money was booked in the month, before charge and duty. Those that were returned later are counted too.',
  },
  charge: {
    label: 'Charge',
    text: 'Booked with the debits that settled, less what was given back with returned ones.',
  },
  exciseDuty: { label: 'Excise duty', text: 'On the charge, booked with it.' },
  returned: {
    label: 'Returned',
    text: 'Debits that payers or their banks took back in the month.',
  },
  paidOut: { label: 'Paid out', text: 'Payouts that were made in the month.' },
  closing: { label: 'Balance', text: 'What is owed to you at the end of the month.' },
} as const satisfies Partial<Record<keyof BillingMonth, { label: string; text: string }>>;

export const listBillingMonths = endpoint({
  name: 'listBillingMonths',
  summary:
    'List the months of a merchant with what was collected, charged and paid out, newest first.',
  path: `${MERCHANT}/billing-months`,
  admission: reader,
  answers: z.object({ content: described('The months.', z.array(billingMonthShape)) }),
});

const statement = {
  admission: reader,
  params: z.object({
    merchantId: described('The merchant: for people of a merchant, their own.', z.uuid()),
    month: monthShape,
  }),
  heavy: true,
  answersFile: true,
} as const;

export const getStatement = endpoint({
  ...statement,
  name: 'getStatement',
  summary:
    'Read the statement of a month as a PDF: what was collected, charged, returned and paid out.',
  path: `${MERCHANT}/statements/{month}/pdf`,
});

export const exportStatement = endpoint({
  ...statement,
  name: 'exportStatement',
  summary: 'Export every movement of a month as CSV, with the balance after each.',
  path: `${MERCHANT}/statements/{month}/csv`,
});
