import { OUTCOME_NAMES, OUTCOMES } from '@tegeka/contract/debits/debit-outcomes.ts';
import { DEBIT, listDebits } from '@tegeka/contract/debits/debits.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import { CUSTOMER_LIST } from '#features/customers/customers-store.ts';
import { hitOf } from '#features/mandates/mandates-list.ts';
import type { PrefixSearch } from '#platform/feature.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import {
  beginsWith,
  type Condition,
  hasReference,
  isReference,
  listSource,
} from '#platform/lists/list-source.ts';
import { bookedMoney } from './debits-booked.ts';
import { debitOf, type DebitRow, selectDebits } from './debits-store.ts';

/** The condition of an outcome, as `outcomeOf` of the contract tells it from the state. */
function hasOutcome(value: unknown): Condition {
  const { states } = OUTCOMES[z.enum(OUTCOME_NAMES).parse(value)];
  const waits = sql`debits.state = 'FAILED' and debits.next_action is not distinct from 'RETRY'`;
  const ofStates = sql`debits.state = any(${states}::text[])`;
  return value === 'DUE'
    ? sql<SqlBool>`(${ofStates} or ${waits})`
    : sql<SqlBool>`(${ofStates} and not (${waits}))`;
}

/** Filters of every list of debits. */
export const DEBIT_FILTERS = {
  dayFrom: (value: unknown) => sql<SqlBool>`debits.collect_on >= ${value}::date`,
  dayTo: (value: unknown) => sql<SqlBool>`debits.collect_on <= ${value}::date`,
  amountFrom: (value: unknown) => sql<SqlBool>`debits.amount >= ${value}::bigint`,
  amountTo: (value: unknown) => sql<SqlBool>`debits.amount <= ${value}::bigint`,
  failureReason: (value: unknown) => sql<SqlBool>`debits.failure_reason = ${value}`,
  outcome: hasOutcome,
  dispute: (value: unknown) => sql<SqlBool>`(debits.organization_id, debits.id) in (
    select organization_id, id from disputed_debits(${value === 'ANY' ? null : value}))`,
  mandateId: (value: unknown) => sql<SqlBool>`debits.mandate_id = ${value}`,
};

export const DEBIT_SORTS = {
  collectionDay: ['debits.collect_on'],
  amount: ['debits.amount'],
} as const;

export const DEBIT_LIST = listSource({
  endpoint: listDebits,
  entity: 'debits',
  states: DEBIT.states,
  rows: selectDebits,
  item: debitOf,
  id: 'debits.id',
  state: 'debits.state',
  sorts: DEBIT_SORTS,
  search: (text, isHit) => [
    beginsWith('debits.merchant_reference', text.trim()),
    isReference('TGD', text)
      ? hasReference('debits.reference', text)
      : isHit('debits.customer_id', CUSTOMER_LIST.entity),
  ],
  filters: {
    ...DEBIT_FILTERS,
    customerId: (value) => sql<SqlBool>`debits.customer_id = ${value}`,
    productId: (value) => sql<SqlBool>`debits.product_id = ${value}`,
  },
});

export const DEBIT_SEARCH: PrefixSearch = {
  label: 'Transactions',
  domains: ['MERCHANT', 'OPERATOR'],
  permission: 'transactions.read',
  prefix: 'TGD',
  find: async (tx, text, caller, max) => {
    const rows = await selectDebits(tx)
      .where(hasReference('debits.reference', text))
      .orderBy('debits.reference')
      .limit(max)
      .execute();
    return rows.map(hitOf(DEBIT.entity, '/dashboard/mandates/transactions', caller));
  },
};

export const EXPORTED: readonly ExportColumn<DebitRow>[] = [
  { label: 'Reference', text: (row) => row.reference },
  { label: 'Mandate', text: (row) => row.mandate_reference },
  { label: 'Payer', text: (row) => row.customer_name },
  { label: 'Bank', text: (row) => row.bank_name },
  { label: 'Account', text: (row) => row.account_last_four },
  { label: 'Due on', text: (row) => row.due_on },
  { label: 'Collected on', text: (row) => row.collect_on },
  { label: 'Currency', text: (row) => row.currency },
  { label: 'Amount', text: (row) => row.amount },
  { label: 'Status', text: (row) => row.state },
  { label: 'Bank code', text: (row) => row.scheme_code },
  { label: 'Reason', text: (row) => row.reason },
  { label: 'Dispute', text: (row) => row.dispute },
  { label: 'Created on', text: (row) => isoDay(row.created_at) },
  { label: 'Settled on', text: (row) => row.settled_at && isoDay(row.settled_at) },
];

const yesNo = (holds: boolean) => (holds ? 'yes' : 'no');

/** What a merchant is charged: columns of exports for merchants and operators, which banks are never told. */
export const CHARGES_EXPORTED: readonly ExportColumn<DebitRow>[] = [
  { label: 'Charge', text: (row) => bookedMoney(row).transactionCharge },
  { label: 'Excise duty', text: (row) => bookedMoney(row).exciseDuty },
  { label: 'Net', text: (row) => bookedMoney(row).net },
  { label: 'Charge is given back', text: (row) => yesNo(bookedMoney(row).chargeGivenBack) },
  { label: 'Charge is estimated', text: (row) => yesNo(bookedMoney(row).chargeIsEstimate) },
];

export const DEBIT_EXPORT: readonly ExportColumn<DebitRow>[] = [
  ...EXPORTED,
  { label: 'Your reference', text: (row) => row.merchant_reference },
  ...CHARGES_EXPORTED,
];
