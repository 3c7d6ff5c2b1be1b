import { feature } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import { changeHandler } from './merchant-changes-approval.ts';
import { changeRoutes } from './merchant-changes-routes.ts';
import { CHANGE_MESSAGES } from './merchant-changes-messages.ts';
import { REENCRYPT_CHANGES } from './merchant-changes-store.ts';

export const changesFeature = feature({
  name: 'changes',
  routes: changeRoutes,
  messages: CHANGE_MESSAGES,
  reencrypt: [REENCRYPT_CHANGES],
  approvalHandlers: (ctx: AppContext) => [changeHandler(ctx)],
});
