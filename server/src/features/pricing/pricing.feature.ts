import { feature } from '#platform/feature.ts';
import { pricingRoutes } from './pricing-routes.ts';

/** What debits cost. */
export const pricingFeature = feature({
  name: 'pricing',
  routes: pricingRoutes,
});
