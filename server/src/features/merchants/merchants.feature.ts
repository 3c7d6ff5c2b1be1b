import { feature } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import { registrationHandler } from './merchants-approval.ts';
import { merchantRoutes } from './merchants-routes.ts';
import { MERCHANT_MESSAGES } from './merchants-templates.ts';

/** Businesses that register, and their profile. */
export const merchantsFeature = feature({
  name: 'merchants',
  routes: merchantRoutes,
  messages: MERCHANT_MESSAGES,
  approvalHandlers: (ctx: AppContext) => [registrationHandler(ctx)],
});
