import {
  exportAllCollections,
  getCollectionView,
  listAllCollections,
  listCollectionViewEvents,
  type CollectionView,
  viewCollectionShape,
} from '@tegeka/contract/collections/collection-views.ts';
import { COLLECTION } from '@tegeka/contract/collections/collections.ts';
import { DISPUTE } from '@tegeka/contract/collections/disputes.ts';
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
import {
  CHARGES_EXPORTED,
  COLLECTION_FILTERS,
  COLLECTION_SORTS,
  EXPORTED,
} from './collections-list.ts';
import { collectionOf, type CollectionRow, collections, readDetails } from './collections-store.ts';

const UNTOLD = {
  transactionCharge: null,
  exciseDuty: null,
  net: null,
  chargeIsEstimate: null,
  chargeGivenBack: null,
};

/** A collection as a bank (by its id) or an operator (null) reads it; the shape drops the rest. */
const viewOf =
  (bankId: string | null) =>
  (row: CollectionRow): CollectionView =>
    viewCollectionShape.parse({ ...collectionOf(row), ...(bankId !== null && UNTOLD) });

/** The collections of a bank's payers, or all for operators (null). Only this condition isolates banks. */
const ofBank = (tx: Tx, bankId: string | null) =>
  collections(tx).$if(bankId !== null, (query) => query.where('collections.bank_id', '=', bankId));

/** The collections of the operator view and of the bank view: those of their bank's payers, or all for operators. */
function viewList(bankId: string | null) {
  return listSource({
    endpoint: listAllCollections,
    entity: bankId === null ? 'collections' : 'collections_of_banks',
    ...(bankId !== null && { organizationId: bankId }),
    states: COLLECTION.states,
    rows: (tx) => ofBank(tx, bankId),
    item: viewOf(bankId),
    id: 'collections.id',
    state: 'collections.state',
    sorts: COLLECTION_SORTS,
    filters: {
      ...COLLECTION_FILTERS,
      bankId: (value) => sql<SqlBool>`collections.bank_id = ${value}`,
      merchantId: (value) =>
        sql<SqlBool>`collections.organization_id = (${organizationOfMerchant(String(value))})`,
    },
    search: referenceSearch('collections.reference'),
  });
}

/** A collection of the operator view or the bank view. Refuses NOT_FOUND. */
export async function readViewed(
  tx: Tx,
  bankId: string | null,
  id: string,
): Promise<CollectionRow> {
  const row = await ofBank(tx, bankId).where('collections.id', '=', id).executeTakeFirst();
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
export const COLLECTION_ACTIONS = {
  cancelTransaction: 'RETRY_CANCELLED',
  answerDispute: 'DISPUTE_ANSWERED',
} as const;

const HISTORY = { machine: COLLECTION, actions: COLLECTION_ACTIONS, beside: DISPUTES } as const;

export function viewRoutes({ exports }: AppContext): Route[] {
  return [
    serveAsPlatform(listAllCollections, async ({ tx, query, caller }) =>
      readPage(tx, viewList(await bankOfViewer(tx, caller)), query),
    ),

    serveAsPlatform(exportAllCollections, async (call) => {
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

    serveAsPlatform(getCollectionView, async ({ tx, params: { transactionId: id }, caller }) => {
      const bankId = await bankOfViewer(tx, caller);
      const row = await readViewed(tx, bankId, id);
      return { ...viewOf(bankId)(row), ...(await readDetails(tx, row)) };
    }),

    serveAsPlatform(listCollectionViewEvents, async (call) => {
      const { tx, caller, params } = call;
      const row = await readViewed(tx, await bankOfViewer(tx, caller), params.transactionId);
      return readHistory(call, HISTORY, row);
    }),
  ];
}
