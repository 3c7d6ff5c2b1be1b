import { feature } from '#platform/feature.ts';
import { productRoutes } from './products-routes.ts';
import { PRODUCT_SEARCH } from './products-store.ts';

/** What merchants collect for. */
export const productsFeature = feature({
  name: 'products',
  routes: productRoutes,
  search: [PRODUCT_SEARCH],
});
