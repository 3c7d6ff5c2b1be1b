import { feature } from '#platform/feature.ts';
import { bulkRequestRoutes } from './bulk-consent-requests-routes.ts';
import { forgetBulkRequests } from './bulk-consent-requests-store.ts';
import { bulkRequestTask } from './bulk-consent-requests-task.ts';

/** Payers of many mandates asked in one go. */
export const bulkConsentRequestsFeature = feature({
  name: 'bulk-consent-requests',
  routes: bulkRequestRoutes,
  jobs: (ctx) => ctx.tasks.register(bulkRequestTask(ctx)),
  cleanUp: forgetBulkRequests,
});
