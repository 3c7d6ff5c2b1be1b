import { feature } from '#platform/feature.ts';
import { planHandler } from './pricing-approval.ts';
import { pricingRoutes } from './pricing-routes.ts';

export const pricingFeature = feature({
  name: 'pricing',
  routes: pricingRoutes,
  approvalHandlers: () => [planHandler()],
});
