import { feature } from '#platform/feature.ts';
import { customerRoutes } from './customers-routes.ts';
import { customersImport } from './customers-import.ts';
import { CUSTOMER_SEARCH } from './customers-store.ts';

export const customersFeature = feature({
  name: 'customers',
  routes: customerRoutes,
  imports: [customersImport],
  search: [CUSTOMER_SEARCH],
});
