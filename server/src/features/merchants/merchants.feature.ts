import { feature } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import { registrationHandler } from './merchants-approval.ts';
import { MERCHANT_SEARCH } from './merchants-operator-list.ts';
import { operatorRoutes } from './merchants-operator-routes.ts';
import { merchantRoutes } from './merchants-routes.ts';
import { MERCHANT_MESSAGES } from './merchants-templates.ts';

/** Businesses that register, their profile, and what operators do about them. */
export const merchantsFeature = feature({
  name: 'merchants',
  routes: (ctx: AppContext) => [...merchantRoutes(ctx), ...operatorRoutes(ctx)],
  messages: MERCHANT_MESSAGES,
  search: [MERCHANT_SEARCH],
  approvalHandlers: (ctx: AppContext) => [registrationHandler(ctx)],
});
