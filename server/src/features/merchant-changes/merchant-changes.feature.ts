import { feature } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import { changeHandler } from './merchant-changes-approval.ts';
import { changeRoutes } from './merchant-changes-routes.ts';
import { CHANGE_MESSAGES } from './merchant-changes-messages.ts';
import { resealChanges } from './merchant-changes-store.ts';

/** Changes of legal and bank data of active businesses. */
export const changesFeature = feature({
  name: 'changes',
  routes: changeRoutes,
  messages: CHANGE_MESSAGES,
  reseal: resealChanges,
  approvalHandlers: (ctx: AppContext) => [changeHandler(ctx)],
});
