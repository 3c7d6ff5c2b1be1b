import * as z from 'zod/mini';
import { endpoint } from './kit/endpoint.ts';

const reader = { kind: 'signed-in', domains: ['MERCHANT'], permission: 'billing.read' } as const;
const MERCHANT = '/api/v1/merchants/{merchantId}';
const money = z.int();
/** A month in Kampala, `2026-11`. */
export const monthShape = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/));

/**
 * A month of a merchant's balance, in whole shillings: closing = opening + settled − charge − exciseDuty −
 * returned − paidOut + cameBack + other. They are sums of the ledger.
 */
export const billingMonthShape = z.object({
  month: monthShape,
  opening: money,
  /** Debits, before charge and duty. */
  settled: money,
  /** Less what was given back with returned debits. */
  charge: money,
  exciseDuty: money,
  /** Debits that payers or their banks took back. */
  returned: money,
  paidOut: money,
  /** Payouts that did not reach the account. */
  cameBack: money,
  /** Corrections by the platform. */
  other: money,
  closing: money,
});
export type BillingMonth = z.infer<typeof billingMonthShape>;

export const listBillingMonths = endpoint({
  name: 'listBillingMonths',
  summary:
    'List the months of a merchant with what was collected, charged and paid out, newest first.',
  method: 'GET',
  path: `${MERCHANT}/billing-months`,
  admission: reader,
  params: z.object({ merchantId: z.uuid() }),
  scope: 'merchant',
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: z.object({ content: z.array(billingMonthShape) }) },
  errors: [],
});

function statementEndpoint(name: string, format: 'pdf' | 'csv', summary: string) {
  return endpoint({
    name,
    summary,
    method: 'GET',
    path: `${MERCHANT}/statements/{month}/${format}`,
    admission: reader,
    params: z.object({ merchantId: z.uuid(), month: monthShape }),
    scope: 'merchant',
    body: { kind: 'none' },
    output: { kind: 'file', status: 200 },
    errors: [],
  });
}

export const getStatement = statementEndpoint(
  'getStatement',
  'pdf',
  'Read the statement of a month as a PDF: what was collected, charged, returned and paid out.',
);

export const exportStatement = statementEndpoint(
  'exportStatement',
  'csv',
  'Export every movement of a month as CSV, with the balance after each.',
);
