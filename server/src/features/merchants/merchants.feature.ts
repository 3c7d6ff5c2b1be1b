import { feature } from '#platform/feature.ts';
import type { HandlerOf } from '#features/approvals/approvals-actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { registrationHandler } from './merchants-approval.ts';
import { MERCHANT_SEARCH, operatorRoutes } from './merchants-operator.ts';
import { merchantRoutes } from './merchants-routes.ts';
import { MERCHANT_MESSAGES } from './merchants-messages.ts';
import { REENCRYPT_ACCOUNTS } from './merchants-details.ts';

/**
 * Registration and profile of businesses, and what operators do about them. The handlers of all features
 * give the labels of a business's requests.
 */
export function merchantsFeature(handlersOf: (ctx: AppContext) => HandlerOf) {
  return feature({
    name: 'merchants',
    routes: (ctx: AppContext) => [...merchantRoutes(ctx), ...operatorRoutes(ctx, handlersOf(ctx))],
    messages: MERCHANT_MESSAGES,
    search: [MERCHANT_SEARCH],
    reencrypt: [REENCRYPT_ACCOUNTS],
    approvalHandlers: (ctx: AppContext) => [registrationHandler(ctx)],
  });
}
