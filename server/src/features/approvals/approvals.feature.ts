import { feature } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ApprovalHandlers } from './approvals-actions.ts';
import { expireRequests } from './approvals-jobs.ts';
import { REQUEST_SEARCH } from './approvals-list.ts';
import { approvalRoutes } from './approvals-routes.ts';
import { resealSnapshots } from './approvals-service.ts';

/** Approvals of a second person; the actions and what they do are those of the features below. */
export function approvalsFeature(handlersOf: (ctx: AppContext) => ApprovalHandlers) {
  return feature({
    name: 'approvals',
    routes: (ctx: AppContext) => approvalRoutes(ctx, handlersOf(ctx)),
    search: [REQUEST_SEARCH],
    reseal: resealSnapshots,
    jobs: (ctx: AppContext) =>
      ctx.jobs.every('approvals-expiry', '* * * * *', async () => {
        await expireRequests(ctx, handlersOf(ctx));
      }),
  });
}
