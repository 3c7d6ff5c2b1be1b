import {
  getSummarySettings,
  updateSummarySettings,
} from '@tegeka/contract/merchants/merchant-summaries.ts';
import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { summariesDue } from './summaries-due.ts';
import { isDaily, setDaily } from './summaries-store.ts';
import { SUMMARY_MESSAGES } from './summaries-templates.ts';

function summaryRoutes(_ctx: AppContext): Route[] {
  return [
    serve(getSummarySettings, async ({ tx, caller }) => ({
      daily: await isDaily(tx, caller.organizationId),
    })),

    serve(updateSummarySettings, async ({ tx, caller, body }) => {
      await setDaily(tx, caller.organizationId, body.daily);
      return body;
    }),
  ];
}

/** What happened on a business day, told by email. */
export const summariesFeature = feature({
  name: 'summaries',
  routes: summaryRoutes,
  due: [summariesDue],
  messages: SUMMARY_MESSAGES,
});
