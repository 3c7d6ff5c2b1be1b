import { feature } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { HandlerOf } from './approvals-actions.ts';
import { expireRequests } from './approvals-decide.ts';
import { approvalRoutes, REQUEST_SEARCH } from './approvals-routes.ts';
import { REENCRYPT_SNAPSHOTS } from './approvals-snapshot.ts';

export function approvalsFeature(handlersOf: (ctx: AppContext) => HandlerOf) {
  return feature({
    name: 'approvals',
    routes: (ctx: AppContext) => approvalRoutes(ctx, handlersOf(ctx)),
    search: [REQUEST_SEARCH],
    reencrypt: [REENCRYPT_SNAPSHOTS],
    jobs: (ctx: AppContext) =>
      ctx.jobs.every('approvals-expiry', '* * * * *', () => expireRequests(ctx, handlersOf(ctx))),
  });
}
