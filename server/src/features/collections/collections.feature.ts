import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { collectionsDue, rollPending } from './collections-due.ts';
import { COLLECTION_SEARCH } from './collections-list.ts';
import { pollNotices } from './notices/collections-notice-results.ts';
import { noticesDue } from './notices/collections-notices.ts';
import { keepBackNotices, withdrawalsDue } from './notices/collections-withdrawals.ts';
import { reviewChanged } from './obstacles/collections-obstacles.ts';
import { collectionRoutes, type PayoutsOf } from './collections-routes.ts';
import { collectionsRun } from './collections-run.ts';
import { collectionsImport } from './imports/collections-import.ts';
import { COLLECTION_MESSAGES } from './notices/collections-templates.ts';

/** What is debited from payers, which the API calls transactions. */
export const collectionsFeature = (payoutsOf: PayoutsOf) =>
  feature({
    name: 'collections',
    routes: (ctx: AppContext) => collectionRoutes(ctx, payoutsOf),
    search: [COLLECTION_SEARCH],
    on: {
      'calendar.changed': rollPending,
      'merchant.suspended': reviewChanged,
      'merchant.reinstated': reviewChanged,
      'customer.state-changed': reviewChanged,
      'mandate.replaced': reviewChanged,
      'bank.changed': reviewChanged,
    },
    due: [collectionsDue, collectionsRun, noticesDue, withdrawalsDue],
    poll: (ctx) => async () => {
      await pollNotices(ctx);
      await keepBackNotices(ctx);
    },
    messages: COLLECTION_MESSAGES,
    imports: [collectionsImport],
  });
