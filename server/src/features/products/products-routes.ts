import {
  createProduct,
  disableProduct,
  enableProduct,
  getProduct,
  listCategories,
  listProductEvents,
  listProducts,
  PRODUCT,
  type Product,
  updateProduct,
} from '@tegeka/contract/products.ts';
import { readCategories } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf, recordFirstState, transition } from '#platform/state/transition.ts';
import { changeProduct, insertProduct, PRODUCT_LIST, readProduct } from './products-store.ts';

const HISTORY = {
  machine: PRODUCT,
  actions: { createProduct: 'CREATED', updateProduct: 'CHANGED' },
} as const;

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

/** What differs, for the audit trail. */
function changesOf(before: Product, after: Product) {
  const differing = FIELDS.filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return Object.fromEntries(
    differing.map((key) => [key, { before: before[key], after: after[key] }]),
  );
}

function stateRoute(endpoint: typeof enableProduct, to: Product['state']): Route {
  return serve(endpoint, async ({ tx, params: { productId: id }, caller, body, now: at }) => {
    const before = await readProduct(tx, id, true);
    if (before.state === to) return before;
    const command = { id, to, actor: actorOf(caller), reason: body.reason ?? null, at };
    await transition(tx, { machine: PRODUCT, table: 'products' }, command);
    return readProduct(tx, id);
  });
}

/** The endpoints of products. */
export function productRoutes(ctx: AppContext): Route[] {
  return [
    serve(listProducts, ({ tx, query }) => readPage(tx, PRODUCT_LIST, query)),

    serve(getProduct, ({ tx, params }) => readProduct(tx, params.productId)),

    serve(createProduct, async ({ tx, caller, body: input, now: at, audit }) => {
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
      const before = await readProduct(tx, id, true);
      const after = await changeProduct(tx, { id, version }, input, now);
      audit({ entity: PRODUCT.entity, entityId: id, changes: changesOf(before, after) });
      return after;
    }),

    stateRoute(disableProduct, 'DISABLED'),
    stateRoute(enableProduct, 'ACTIVE'),

    serve(listProductEvents, async ({ tx, params: { productId: id }, query, caller }) => {
      await readProduct(tx, id);
      const { organizationId } = caller;
      return readHistory(tx, HISTORY, { organizationId, id }, { reader: caller, ...query });
    }),

    serve(listCategories, ({ tx }) => readCategories(tx)),
  ];
}
