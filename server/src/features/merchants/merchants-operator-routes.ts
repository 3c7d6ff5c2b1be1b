import { isoDay } from '@tegeka/contract/kit/day.ts';
import { MERCHANT } from '@tegeka/contract/merchants/merchants.ts';
import { CHANGE_WORDS } from '@tegeka/contract/merchants/merchant-changes.ts';
import { REGISTRATION_WORDS } from '@tegeka/contract/merchants/merchant-registration.ts';
import {
  exportMerchants,
  getMerchant as getEndpoint,
  listMerchantRequests,
  listMerchants,
  listOperatorMerchantEvents,
  type OperatorMerchant,
  reinstateMerchant,
  revealMerchantAccount,
  suspendMerchant,
} from '@tegeka/contract/merchants/operator-merchants.ts';
import { requestsBefore, requestStateOf } from '#features/approvals/approvals-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type HistorySource, readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { writeSuspension } from './merchants-messages.ts';
import { MERCHANT_EXPORT, MERCHANT_LIST } from './merchants-operator-list.ts';
import { profileOf } from './merchants-profile.ts';
import { getMerchant, lockMerchant, type Registration } from './merchants-store.ts';
import { changeMerchantState } from './merchants-writes.ts';

/** Requests of a merchant that are shown. */
const REQUESTS_MAX = 50;

const HISTORY: HistorySource<'CONTACT_CHANGED' | 'ACCOUNT_REVEALED'> = {
  machine: MERCHANT,
  actions: {
    updateContact: 'CONTACT_CHANGED',
    revealAccountNumber: 'ACCOUNT_REVEALED',
    [revealMerchantAccount.name]: 'ACCOUNT_REVEALED',
  },
};

function merchantOf(merchant: Registration): OperatorMerchant {
  const { organizationId } = merchant.submission;
  return { ...profileOf(merchant), organizationId, review: merchant.review };
}

/** Suspends an active merchant, or reinstates a suspended one, and writes to it. */
function stateRoute(
  ctx: AppContext,
  // The two endpoints have one type.
  endpoint: typeof suspendMerchant,
): Route {
  const suspends = endpoint.name === suspendMerchant.name;
  const [from, to] = suspends
    ? (['ACTIVE', 'SUSPENDED'] as const)
    : (['SUSPENDED', 'ACTIVE'] as const);
  return serve(endpoint, async (call) => {
    const { tx, caller, now: at, body } = call;
    const { merchantId } = call.params;
    const { reason } = body;
    const merchant = await lockMerchant(tx, merchantId);
    if (merchant.state !== from) throw refuse('MERCHANT_MOVED_ON');
    const review = suspends
      ? { reason, comment: null, corrections: [], at: at.toISOString() }
      : null;
    await changeMerchantState(tx, merchantId, { to, actor: actorOf(caller), reason, review, at });
    const { organizationId } = merchant.submission;
    const kind = suspends ? 'merchant.suspended' : 'merchant.reinstated';
    await ctx.domainEvents.record(tx, { kind, organizationId, payload: { merchantId } });
    await writeSuspension(ctx, tx, merchant, suspends ? { reason } : null);
    const changes = { state: { before: from, after: to } };
    call.audit({ entity: MERCHANT.entity, entityId: merchantId, reason, changes });
    return merchantOf(await getMerchant(tx, merchantId));
  });
}

/** The endpoints of merchants for operators. */
export function operatorRoutes(ctx: AppContext): Route[] {
  return [
    serve(listMerchants, ({ tx, query }) => readPage(tx, MERCHANT_LIST, query)),

    serve(exportMerchants, async ({ query, caller, now }) =>
      ctx.exports.csv(caller, {
        source: MERCHANT_LIST,
        columns: MERCHANT_EXPORT,
        query,
        name: `merchants-${isoDay(now)}.csv`,
      }),
    ),

    serve(getEndpoint, async ({ tx, params }) =>
      merchantOf(await getMerchant(tx, params.merchantId)),
    ),

    serve(revealMerchantAccount, async ({ tx, params: { merchantId }, body, audit }) => {
      const { submission } = await getMerchant(tx, merchantId);
      audit({ entity: MERCHANT.entity, entityId: merchantId, reason: body.reason });
      const [account] = submission.bankAccounts;
      if (!account) throw new Error('A business has one bank account');
      return { accountNumber: account.accountNumber };
    }),

    stateRoute(ctx, suspendMerchant),
    stateRoute(ctx, reinstateMerchant),

    serve(listOperatorMerchantEvents, async ({ tx, params, query, caller }) => {
      const { id, submission } = await getMerchant(tx, params.merchantId);
      const of = { organizationId: submission.organizationId, id };
      return readHistory(tx, HISTORY, of, { reader: caller, ...query });
    }),

    serve(listMerchantRequests, async ({ tx, params, caller }) => {
      const { submission } = await getMerchant(tx, params.merchantId);
      const rows = await requestsBefore(tx, caller)
        .select(['id', 'action', 'state', 'created_at'])
        .where('organization_id', '=', submission.organizationId)
        .orderBy('created_at', 'desc')
        .limit(REQUESTS_MAX)
        .execute();
      return rows.map(({ id, action, state, created_at: at }) => ({
        id,
        title: (action === 'MERCHANT_REGISTRATION' ? REGISTRATION_WORDS : CHANGE_WORDS).label,
        state: requestStateOf(state),
        createdAt: at.toISOString(),
      }));
    }),
  ];
}
