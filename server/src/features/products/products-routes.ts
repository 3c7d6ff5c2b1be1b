import { isoDay } from '@tegeka/contract/kit/day.ts';
import {
  capText,
  createProduct,
  disableProduct,
  enableProduct,
  getProduct,
  largestAmount,
  listCategories,
  listProductEvents,
  listProducts,
  PRODUCT,
  type Product,
  type Terms,
  updateProduct,
} from '@tegeka/contract/products.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { rateOn, readCategories } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { changesOf } from '#platform/history/audit.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuseField } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf, recordFirstState, transition } from '#platform/state/transition.ts';
import { changeProduct, insertProduct, PRODUCT_LIST, readProduct } from './products-store.ts';

const HISTORY = {
  machine: PRODUCT,
  actions: { createProduct: 'CREATED', updateProduct: 'CHANGED' },
} as const;

/** What the history shows of a change. */
const FIELDS = [
  'name',
  'code',
  'categoryName',
  'amountKind',
  'amount',
  'schedule',
  'noticeDays',
  'retries',
] as const satisfies readonly (keyof Product)[];

function stateRoute(endpoint: typeof enableProduct, to: Product['state']): Route {
  return serve(endpoint, async ({ tx, params: { productId: id }, caller, body, now: at }) => {
    const before = await readProduct(tx, id, true);
    if (before.state === to) return before;
    const command = {
      id,
      to,
      actor: actorOf(caller),
      reason: body.reason ?? null,
      at,
      set: { updated_at: at },
    };
    await transition(tx, { machine: PRODUCT, table: 'products' }, command);
    return readProduct(tx, id);
  });
}

/** Refuses INPUT_INVALID at the field of the amount where one debit would exceed today's cap. */
async function expectWithinCap(tx: Tx, terms: Terms, now: Date): Promise<void> {
  const cap = await rateOn(tx, 'DEBIT_CAP', isoDay(await businessTime(tx, now)));
  if (largestAmount(terms) <= cap) return;
  const field = terms.schedule.kind === 'INSTALMENTS' ? 'schedule.amounts' : 'amount';
  throw refuseField(field, capText(cap));
}

export function productRoutes(ctx: AppContext): Route[] {
  return [
    serve(listProducts, ({ tx, query }) => readPage(tx, PRODUCT_LIST, query)),

    serve(getProduct, ({ tx, params }) => readProduct(tx, params.productId)),

    serve(createProduct, async ({ tx, caller, body: input, now: at, audit }) => {
      await expectWithinCap(tx, input, at);
      const id = ctx.ids.uuid(at);
      const { organizationId } = caller;
      const product = await insertProduct(tx, { id, organizationId, input, at });
      await recordFirstState(tx, PRODUCT, {
        organizationId,
        id,
        to: 'ACTIVE',
        actor: actorOf(caller),
        at,
      });
      audit({ entity: PRODUCT.entity, entityId: id });
      return product;
    }),

    serve(updateProduct, async ({ tx, params: { productId: id }, body, now, audit }) => {
      const { version, ...input } = body;
      await expectWithinCap(tx, input, now);
      const before = await readProduct(tx, id, true);
      const after = await changeProduct(tx, { id, version }, input, now);
      const shown = Object.fromEntries(FIELDS.map((key) => [key, after[key]]));
      audit({ entity: PRODUCT.entity, entityId: id, changes: changesOf(before, shown) });
      return after;
    }),

    stateRoute(disableProduct, 'DISABLED'),
    stateRoute(enableProduct, 'ACTIVE'),

    serve(listProductEvents, async (call) => {
      const { id } = await readProduct(call.tx, call.params.productId);
      return readHistory(call, HISTORY, { id, organization_id: call.caller.organizationId });
    }),

    serve(listCategories, ({ tx }) => readCategories(tx)),
  ];
}
