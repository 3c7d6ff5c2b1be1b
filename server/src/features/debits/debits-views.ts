import {
  exportAllDebits,
  getDebitView,
  listAllDebits,
  listDebitViewEvents,
  type DebitView,
  viewDebitShape,
} from '@tegeka/contract/debits/debit-views.ts';
import { DEBIT } from '@tegeka/contract/debits/debits.ts';
import { DISPUTE } from '@tegeka/contract/debits/disputes.ts';
import { sql, type SqlBool } from 'kysely';
import { bankOfViewer } from '#features/banks/banks-store.ts';
import { organizationOfMerchant } from '#features/merchants/merchants-references.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { listSource, referenceSearch } from '#platform/lists/list-source.ts';
import { CHARGES_EXPORTED, DEBIT_FILTERS, DEBIT_SORTS, EXPORTED } from './debits-list.ts';
import { debitOf, type DebitRow, selectDebits, readDetails } from './debits-store.ts';

const UNTOLD = {
  transactionCharge: null,
  exciseDuty: null,
  net: null,
  chargeIsEstimate: null,
  chargeGivenBack: null,
};

/** A debit as a bank (by its id) or an operator (null) reads it; the shape drops the rest. */
const viewOf =
  (bankId: string | null) =>
  (row: DebitRow): DebitView =>
    viewDebitShape.parse({ ...debitOf(row), ...(bankId !== null && UNTOLD) });

/** The debits of a bank's payers, or all for operators (null). Only this condition isolates banks. */
const ofBank = (tx: Tx, bankId: string | null) =>
  selectDebits(tx).$if(bankId !== null, (query) => query.where('debits.bank_id', '=', bankId));

/** The debits of the operator view and of the bank view: those of their bank's payers, or all for operators. */
function viewList(bankId: string | null) {
  return listSource({
    endpoint: listAllDebits,
    entity: bankId === null ? 'debits' : 'debits_of_banks',
    ...(bankId !== null && { organizationId: bankId }),
    states: DEBIT.states,
    rows: (tx) => ofBank(tx, bankId),
    item: viewOf(bankId),
    id: 'debits.id',
    state: 'debits.state',
    sorts: DEBIT_SORTS,
    filters: {
      ...DEBIT_FILTERS,
      bankId: (value) => sql<SqlBool>`debits.bank_id = ${value}`,
      merchantId: (value) =>
        sql<SqlBool>`debits.organization_id = (${organizationOfMerchant(String(value))})`,
    },
    search: referenceSearch('debits.reference'),
  });
}

/** A debit of the operator view or the bank view. Refuses NOT_FOUND. */
export async function readViewed(tx: Tx, bankId: string | null, id: string): Promise<DebitRow> {
  const row = await ofBank(tx, bankId).where('debits.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** A dispute has the id of its debit. */
export const DISPUTES = {
  machine: DISPUTE,
  states: {
    OPEN: 'DISPUTED',
    ACCEPTED: 'DISPUTE_ACCEPTED',
    REFUSED: 'DISPUTE_REFUSED',
    LAPSED: 'DISPUTE_LAPSED',
  },
} as const;

/** Calls of which no transition tells all: a waiting retry is cancelled, a dispute is answered. */
export const DEBIT_ACTIONS = {
  cancelTransaction: 'RETRY_CANCELLED',
  answerDispute: 'DISPUTE_ANSWERED',
} as const;

const HISTORY = { machine: DEBIT, actions: DEBIT_ACTIONS, beside: DISPUTES } as const;

export function viewRoutes({ exports }: AppContext): Route[] {
  return [
    serveAsPlatform(listAllDebits, async ({ tx, query, caller }) =>
      readPage(tx, viewList(await bankOfViewer(tx, caller)), query),
    ),

    serveAsPlatform(exportAllDebits, async (call) => {
      const bankId = await bankOfViewer(call.tx, call.caller);
      return exports.csv(call, {
        source: viewList(bankId),
        columns: [
          { label: 'Merchant', text: (row) => row.merchant_name },
          ...EXPORTED,
          ...(bankId === null ? CHARGES_EXPORTED : []),
        ],
        name: 'transactions',
      });
    }),

    serveAsPlatform(getDebitView, async ({ tx, params: { transactionId: id }, caller }) => {
      const bankId = await bankOfViewer(tx, caller);
      const row = await readViewed(tx, bankId, id);
      return { ...viewOf(bankId)(row), ...(await readDetails(tx, row)) };
    }),

    serveAsPlatform(listDebitViewEvents, async (call) => {
      const { tx, caller, params } = call;
      const row = await readViewed(tx, await bankOfViewer(tx, caller), params.transactionId);
      return readHistory(call, HISTORY, row);
    }),
  ];
}
