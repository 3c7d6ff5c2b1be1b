import { getCollectionFigures } from '@tegeka/contract/collections/collection-figures.ts';
import {
  cancelCollection as cancelEndpoint,
  checkCollection as checkEndpoint,
  createCollection,
  createCollections,
  retryCollection as retryEndpoint,
} from '@tegeka/contract/collections/collection-writing.ts';
import {
  COLLECTION,
  type CollectionDetail,
  exportCollections,
  getCollection,
  listCollectionEvents,
  listCollections,
} from '@tegeka/contract/collections/collections.ts';
import { getMandateUsage } from '@tegeka/contract/collections/mandate-usage.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { readFigures, readUsage } from './collections-figures.ts';
import { retryCollection } from './collections-retries.ts';
import { COLLECTION_EXPORT, COLLECTION_LIST } from './collections-list.ts';
import { COLLECTION_ACTIONS, DISPUTES, viewRoutes } from './collections-views.ts';
import {
  askForCollection,
  askForCollections,
  cancelCollection,
  checkCollection,
} from './collections-service.ts';
import {
  collectionOf,
  readCollectionRow,
  readCollections,
  readDetails,
} from './collections-store.ts';

const HISTORY = {
  machine: COLLECTION,
  actions: { createTransaction: 'CREATED', ...COLLECTION_ACTIONS },
  beside: DISPUTES,
} as const;

/** Returns the payouts that list a debit, from the feature of payouts, which is below this one. */
export type PayoutsOf = (
  tx: Tx,
  organizationId: string,
  debitId: string,
) => Promise<CollectionDetail['payouts']>;

export function collectionRoutes(ctx: AppContext, payoutsOf: PayoutsOf): Route[] {
  return [
    ...viewRoutes(ctx),

    serve(listCollections, ({ tx, query }) => readPage(tx, COLLECTION_LIST, query)),

    serve(exportCollections, async (call) =>
      ctx.exports.csv(call, {
        source: COLLECTION_LIST,
        columns: COLLECTION_EXPORT,
        name: 'transactions',
      }),
    ),

    serve(getCollectionFigures, ({ tx, now }) => readFigures(tx, now)),

    serve(getMandateUsage, ({ tx, params: { mandateId }, now }) => readUsage(tx, mandateId, now)),

    serve(checkEndpoint, ({ tx, params: { mandateId }, query, now }) =>
      checkCollection(tx, { ...query, mandateId }, now),
    ),

    serve(getCollection, async ({ tx, params: { transactionId } }) => {
      const row = await readCollectionRow(tx, transactionId);
      return {
        ...collectionOf(row),
        ...(await readDetails(tx, row)),
        payouts: await payoutsOf(tx, row.organization_id, row.id),
      };
    }),

    serve(createCollection, async ({ tx, caller, body, now, audit }) => {
      const { organizationId } = caller;
      const asker = { organizationId, actor: actorOf(caller), now, origin: 'HAND' } as const;
      const made = await askForCollection(ctx, tx, body, asker);
      audit({ entity: COLLECTION.entity, entityId: made.id });
      return made;
    }),

    serve(createCollections, async ({ tx, caller, body: { items }, now }) => {
      const { organizationId } = caller;
      const asker = { organizationId, actor: actorOf(caller), now, origin: 'API' } as const;
      const asked = await askForCollections(ctx, tx, items, asker);
      const made = await readCollections(
        tx,
        asked.flatMap(({ id }) => id ?? []),
      );
      return {
        items: asked.map(({ id, errors }, n) => ({
          reference: items[n]?.reference ?? '',
          transaction: (id === null ? null : made.get(id)) ?? null,
          errors,
        })),
      };
    }),

    serve(cancelEndpoint, async ({ tx, params, caller, body: { reason }, now, audit }) => {
      const command = { actor: actorOf(caller), now, reason };
      const { collection, retry } = await cancelCollection(tx, params.transactionId, command);
      // The history names the next try: the reason of the debit stays that of its failure.
      if (retry) audit({ entity: COLLECTION.entity, entityId: collection.id, reason });
      return collection;
    }),

    serve(retryEndpoint, ({ tx, params, caller, now }) =>
      retryCollection(tx, params.transactionId, { actor: actorOf(caller), now }),
    ),

    serve(listCollectionEvents, async (call) =>
      readHistory(call, HISTORY, await readCollectionRow(call.tx, call.params.transactionId)),
    ),
  ];
}
