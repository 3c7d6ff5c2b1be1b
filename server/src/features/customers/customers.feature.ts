import { feature } from '#platform/feature.ts';
import { customerRoutes } from './customers-routes.ts';
import { CUSTOMER_SEARCH } from './customers-list.ts';

/** Customers of businesses. */
export const customersFeature = feature({
  name: 'customers',
  routes: customerRoutes,
  search: [CUSTOMER_SEARCH],
});
