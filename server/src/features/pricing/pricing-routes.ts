import { createPricePlan, listPricePlans } from '@tegeka/contract/price-plans.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { makePlan, PLAN_LIST } from './pricing-plans.ts';

// A plan may be for a merchant of any organization.

export function pricingRoutes(ctx: AppContext): Route[] {
  return [
    serveAsPlatform(listPricePlans, ({ tx, query }) => readPage(tx, PLAN_LIST, query)),

    serveAsPlatform(createPricePlan, async ({ tx, body, now: at, audit }) => {
      const id = ctx.ids.uuid(at);
      const today = isoDay(await businessTime(tx, at));
      const plan = await makePlan(tx, { id, input: body }, { today, at });
      audit({ entity: 'price-plan', entityId: id });
      return plan;
    }),
  ];
}
