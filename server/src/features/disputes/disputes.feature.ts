import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { disputeHandler } from './disputes-decision.ts';
import { disputeRoutes } from './disputes-routes.ts';
import { DISPUTE_MESSAGES } from './disputes-templates.ts';

/** Debits that their payers dispute, for the payers' banks to decide. */
export const disputesFeature = feature({
  name: 'disputes',
  routes: disputeRoutes,
  messages: DISPUTE_MESSAGES,
  approvalHandlers: (ctx: AppContext) => [disputeHandler(ctx)],
});
