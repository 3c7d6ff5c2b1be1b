import { feature } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ApprovalHandlers } from './approvals-actions.ts';
import { expireRequests } from './approvals-jobs.ts';
import { REQUEST_SEARCH } from './approvals-list.ts';
import { approvalRoutes } from './approvals-routes.ts';
import { RESEAL_SNAPSHOTS } from './approvals-service.ts';

export function approvalsFeature(handlersOf: (ctx: AppContext) => ApprovalHandlers) {
  return feature({
    name: 'approvals',
    routes: (ctx: AppContext) => approvalRoutes(ctx, handlersOf(ctx)),
    search: [REQUEST_SEARCH],
    reseal: [RESEAL_SNAPSHOTS],
    jobs: (ctx: AppContext) =>
      ctx.jobs.every('approvals-expiry', '* * * * *', async () => {
        await expireRequests(ctx, handlersOf(ctx));
      }),
  });
}
