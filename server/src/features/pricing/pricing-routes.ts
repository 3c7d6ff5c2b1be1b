import { createPricePlan, listPricePlans } from '@tegeka/contract/price-plans.ts';
import { makerOf } from '#features/approvals/approvals-service.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { requestPlan } from './pricing-approval.ts';
import { PLAN_LIST } from './pricing-plans.ts';

// A plan may be for a merchant of any organization.

export function pricingRoutes(ctx: AppContext): Route[] {
  return [
    serveAsPlatform(listPricePlans, ({ tx, query }) => readPage(tx, PLAN_LIST, query)),

    serveAsPlatform(createPricePlan, async ({ tx, body, caller, audit }) => {
      const requestId = await requestPlan(ctx, tx, body, makerOf(caller));
      audit({ entity: 'price-plan', entityId: requestId });
      return { requestId };
    }),
  ];
}
