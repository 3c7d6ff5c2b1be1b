import { feature } from '#platform/feature.ts';
import { customerRoutes } from './customers-routes.ts';

/** Customers of businesses. */
export const customersFeature = feature({
  name: 'customers',
  routes: customerRoutes,
});
