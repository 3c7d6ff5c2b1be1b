import { feature } from '#platform/feature.ts';
import { pricingRoutes } from './pricing-routes.ts';

export const pricingFeature = feature({
  name: 'pricing',
  routes: pricingRoutes,
});
