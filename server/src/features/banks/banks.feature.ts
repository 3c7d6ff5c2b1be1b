import { feature } from '#platform/feature.ts';
import { bankRoutes } from './banks-routes.ts';

/** The banks that a business can name. */
export const banksFeature = feature({
  name: 'banks',
  routes: bankRoutes,
});
