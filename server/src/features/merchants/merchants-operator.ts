import { DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { MERCHANT, MERCHANT_STATES } from '@tegeka/contract/merchants/merchants.ts';
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
import { sql } from 'kysely';
import type { HandlerOf } from '#features/approvals/approvals-actions.ts';
import { REQUESTS, requestsBefore } from '#features/approvals/approvals-service.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type HistorySource, readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { listSearch } from '#platform/lists/list-items.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { actorOf, expectState } from '#platform/state/transition.ts';
import { accountNumberOf } from './merchants-details.ts';
import { MERCHANT_MESSAGES, writeToMerchant } from './merchants-messages.ts';
import { profileOf } from './merchants-profile.ts';
import {
  getMerchant,
  type ListedMerchant,
  listedMerchants,
  lockMerchant,
  type Registration,
} from './merchants-store.ts';
import { changeMerchantState } from './merchants-writes.ts';

/** First moment of a day in Kampala, or of the day after. Not computed in SQL: PostgreSQL has no year 0. */
const startOf = (day: unknown, later: 0 | 1 = 0) =>
  new Date(Date.parse(`${String(day)}T00:00:00+03:00`) + later * DAY_MS);

const LIST = listSource({
  endpoint: listMerchants,
  entity: 'merchants',
  states: MERCHANT_STATES,
  rows: listedMerchants,
  item: (row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }),
  id: 'm.id',
  state: 'm.state',
  sorts: { submittedAt: ['m.submitted_at'], name: ['m.name_key'] },
  filters: {
    industry: (industry) => sql`m.industry = ${industry}`,
    bank: (bank) => sql`m.id in
      (select merchant_id from merchant_bank_accounts where bank_id = ${bank})`,
    submittedFrom: (day) => sql`m.submitted_at >= ${startOf(day)}`,
    submittedTo: (day) => sql`m.submitted_at < ${startOf(day, 1)}`,
  },
});

const EXPORTED = [
  { label: MERCHANT_LABELS.businessName, text: (row: ListedMerchant) => row.businessName },
  {
    label: MERCHANT_LABELS.registrationNumber,
    text: (row: ListedMerchant) => row.registrationNumber,
  },
  { label: MERCHANT_LABELS.taxNumber, text: (row: ListedMerchant) => row.taxNumber },
  { label: MERCHANT_LABELS.industry, text: (row: ListedMerchant) => row.industry },
  { label: MERCHANT_LABELS.bank, text: (row: ListedMerchant) => row.bankName },
  { label: 'Representative', text: (row: ListedMerchant) => row.representativeEmail },
  { label: 'State', text: (row: ListedMerchant) => row.state },
  { label: 'Submitted on', text: (row: ListedMerchant) => isoDay(row.submittedAt) },
];

export const MERCHANT_SEARCH = listSearch(LIST, {
  label: 'Merchants',
  noun: MERCHANT.entity,
  path: '/dashboard/merchants',
  hit: ({ businessName: title, registrationNumber: sub, state }) => ({ title, sub, state }),
});

const HISTORY: HistorySource<'CONTACT_CHANGED' | 'ACCOUNT_REVEALED'> = {
  machine: MERCHANT,
  actions: {
    updateContact: 'CONTACT_CHANGED',
    revealAccountNumber: 'ACCOUNT_REVEALED',
    revealMerchantAccount: 'ACCOUNT_REVEALED',
  },
};

function merchantOf(merchant: Registration): OperatorMerchant {
  const { organizationId } = merchant.submission;
  return { ...profileOf(merchant), organizationId, review: merchant.review };
}

/** Suspends an active merchant, or reinstates a suspended one, and writes to it. */
function switchRoute(ctx: AppContext, endpoint: typeof suspendMerchant, suspends: boolean): Route {
  const [from, to] = suspends
    ? (['ACTIVE', 'SUSPENDED'] as const)
    : (['SUSPENDED', 'ACTIVE'] as const);
  const word = suspends ? 'suspended' : 'reinstated';
  return serve(endpoint, async ({ tx, caller, now: at, params: { merchantId }, body, audit }) => {
    const { reason } = body;
    const merchant = await lockMerchant(tx, merchantId);
    if (merchant.state !== from) throw refuse('MERCHANT_MOVED_ON');
    const outcome = { reason, comment: null, corrections: [], at: at.toISOString() };
    const change = { to, actor: actorOf(caller), reason, review: suspends ? outcome : null, at };
    await changeMerchantState(tx, merchantId, change);
    const { organizationId } = merchant.submission;
    const event = { kind: `merchant.${word}`, organizationId, payload: { merchantId } };
    await ctx.domainEvents.record(tx, event);
    const template = MERCHANT_MESSAGES[`merchant-${word}`];
    await writeToMerchant(ctx, tx, merchant, template, { reason });
    const changes = { state: { before: from, after: to } };
    audit({ entity: MERCHANT.entity, entityId: merchantId, reason, changes });
    return merchantOf(await getMerchant(tx, merchantId));
  });
}

export function operatorRoutes(ctx: AppContext, handlerOf: HandlerOf): Route[] {
  return [
    serve(listMerchants, ({ tx, query }) => readPage(tx, LIST, query)),

    serve(exportMerchants, async (call) =>
      ctx.exports.csv(call, { source: LIST, columns: EXPORTED, name: 'merchants' }),
    ),

    serve(getEndpoint, async ({ tx, params }) =>
      merchantOf(await getMerchant(tx, params.merchantId)),
    ),

    serve(revealMerchantAccount, async ({ tx, params: { merchantId }, body, audit }) => {
      const merchant = await getMerchant(tx, merchantId);
      audit({ entity: MERCHANT.entity, entityId: merchantId, reason: body.reason });
      return { accountNumber: accountNumberOf(ctx, merchant) };
    }),

    switchRoute(ctx, suspendMerchant, true),
    switchRoute(ctx, reinstateMerchant, false),

    serve(listOperatorMerchantEvents, async (call) => {
      const { id, submission } = await getMerchant(call.tx, call.params.merchantId);
      return readHistory(call, HISTORY, { id, organization_id: submission.organizationId });
    }),

    serve(listMerchantRequests, async ({ tx, params, caller }) => {
      const { submission } = await getMerchant(tx, params.merchantId);
      const rows = await requestsBefore(tx, caller)
        .select(['id', 'action', 'state', 'created_at'])
        .where('organization_id', '=', submission.organizationId)
        .orderBy('created_at', 'desc')
        .limit(50)
        .execute();
      return rows.map(({ id, action, state, created_at: at }) => ({
        id,
        title: handlerOf(action).texts.label,
        state: expectState(REQUESTS.machine, state),
        createdAt: at.toISOString(),
      }));
    }),
  ];
}
