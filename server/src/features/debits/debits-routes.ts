import { getDebitFigures } from '@tegeka/contract/debits/debit-figures.ts';
import {
  cancelDebit as cancelEndpoint,
  checkDebit as checkEndpoint,
  createDebit,
  createDebits,
  retryDebit as retryEndpoint,
} from '@tegeka/contract/debits/debit-commands.ts';
import {
  DEBIT,
  type DebitDetail,
  exportDebits,
  getDebit,
  listDebitEvents,
  listDebits,
} from '@tegeka/contract/debits/debits.ts';
import { getMandateUsage } from '@tegeka/contract/debits/mandate-usage.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { readFigures, readUsage } from './debits-figures.ts';
import { retryDebit } from './debits-retries.ts';
import { DEBIT_EXPORT, DEBIT_LIST } from './debits-list.ts';
import { DEBIT_ACTIONS, DISPUTES, viewRoutes } from './debits-views.ts';
import { requestDebit, requestDebits, cancelDebit, checkDebit } from './debits-service.ts';
import { debitOf, readDebitRow, readDebits, readDetails } from './debits-store.ts';

const HISTORY = {
  machine: DEBIT,
  actions: { createTransaction: 'CREATED', ...DEBIT_ACTIONS },
  beside: DISPUTES,
} as const;

/** Returns the payouts that list a debit, from the feature of payouts, which is below this one. */
export type PayoutsOf = (
  tx: Tx,
  organizationId: string,
  debitId: string,
) => Promise<DebitDetail['payouts']>;

export function debitRoutes(ctx: AppContext, payoutsOf: PayoutsOf): Route[] {
  return [
    ...viewRoutes(ctx),

    serve(listDebits, ({ tx, query }) => readPage(tx, DEBIT_LIST, query)),

    serve(exportDebits, async (call) =>
      ctx.exports.csv(call, {
        source: DEBIT_LIST,
        columns: DEBIT_EXPORT,
        name: 'transactions',
      }),
    ),

    serve(getDebitFigures, ({ tx, now }) => readFigures(tx, now)),

    serve(getMandateUsage, ({ tx, params: { mandateId }, now }) => readUsage(tx, mandateId, now)),

    serve(checkEndpoint, ({ tx, params: { mandateId }, query, now }) =>
      checkDebit(tx, { ...query, mandateId }, now),
    ),

    serve(getDebit, async ({ tx, params: { transactionId } }) => {
      const row = await readDebitRow(tx, transactionId);
      return {
        ...debitOf(row),
        ...(await readDetails(tx, row)),
        payouts: await payoutsOf(tx, row.organization_id, row.id),
      };
    }),

    serve(createDebit, async ({ tx, caller, body, now, audit }) => {
      const { organizationId } = caller;
      const requester = { organizationId, actor: actorOf(caller), now, origin: 'MANUAL' } as const;
      const made = await requestDebit(ctx, tx, body, requester);
      audit({ entity: DEBIT.entity, entityId: made.id });
      return made;
    }),

    serve(createDebits, async ({ tx, caller, body: { items }, now }) => {
      const { organizationId } = caller;
      const requester = { organizationId, actor: actorOf(caller), now, origin: 'API' } as const;
      const asked = await requestDebits(ctx, tx, items, requester);
      const made = await readDebits(
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
      const { debit, retry } = await cancelDebit(tx, params.transactionId, command);
      // The history names the next try: the reason of the debit stays that of its failure.
      if (retry) audit({ entity: DEBIT.entity, entityId: debit.id, reason });
      return debit;
    }),

    serve(retryEndpoint, ({ tx, params, caller, now }) =>
      retryDebit(tx, params.transactionId, { actor: actorOf(caller), now }),
    ),

    serve(listDebitEvents, async (call) =>
      readHistory(call, HISTORY, await readDebitRow(call.tx, call.params.transactionId)),
    ),
  ];
}
