import type { ApprovalHandler, HandlerOf } from '#features/approvals/approvals-actions.ts';
import { analyticsFeature } from '#features/analytics/analytics.feature.ts';
import { approvalsFeature } from '#features/approvals/approvals.feature.ts';
import { billingFeature } from '#features/billing/billing.feature.ts';
import { banksFeature } from '#features/banks/banks.feature.ts';
import { changesFeature } from '#features/merchant-changes/merchant-changes.feature.ts';
import { calendarFeature } from '#features/calendar/calendar.feature.ts';
import { debitsFeature } from '#features/debits/debits.feature.ts';
import { customersFeature } from '#features/customers/customers.feature.ts';
import { clearingFeature } from '#features/clearing/clearing.feature.ts';
import { disputesFeature } from '#features/disputes/disputes.feature.ts';
import { filesFeature } from '#features/files/files.feature.ts';
import type { FileImport } from '#features/imports/imports-kind.ts';
import { importsFeature } from '#features/imports/imports.feature.ts';
import { ledgerFeature } from '#features/ledger/ledger.feature.ts';
import { bulkConsentRequestsFeature } from '#features/bulk-consent-requests/bulk-consent-requests.feature.ts';
import { mandatesFeature } from '#features/mandates/mandates.feature.ts';
import { merchantsFeature } from '#features/merchants/merchants.feature.ts';
import { readPayoutsOf } from '#features/payouts/payouts-items-store.ts';
import { payoutsFeature } from '#features/payouts/payouts.feature.ts';
import { payersFeature } from '#features/payers/payers.feature.ts';
import { pricingFeature } from '#features/pricing/pricing.feature.ts';
import { productsFeature } from '#features/products/products.feature.ts';
import { firstStepsFeature } from '#features/first-steps/first-steps.feature.ts';
import { savedViewsFeature } from '#features/saved-views/saved-views.feature.ts';
import { searchFeature } from '#features/search/search.feature.ts';
import { settingsFeature } from '#features/settings/settings.feature.ts';
import { summariesFeature } from '#features/summaries/summaries.feature.ts';
import {
  findOperatorOrganization,
  readOrganizations,
  renameOrganization,
} from '#identity/accounts/accounts-store.ts';
import { alertOperators } from '#identity/accounts/accounts-budget-alert.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import { REENCRYPT_SIGNING_KEYS } from '#identity/provider/provider-keys.ts';
import { findMerchantOf } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { BUDGET_EVENT } from '#platform/notifications/notification-budgets.ts';
import type { Feature } from '#platform/feature.ts';
import { openSimulator } from './simulator/simulator-transport.ts';

/** Identity may not import features: their events are passed to it here. */
const identityFeature: Feature = {
  name: 'identity',
  messages: IDENTITY_MESSAGES,
  reencrypt: [REENCRYPT_SIGNING_KEYS],
  on: {
    [BUDGET_EVENT]: alertOperators,
    // The organization has the name of its business, in tokens and on the screen.
    'merchant.renamed': async ({ db }, { organizationId: id }) => {
      if (id === null) return;
      await db.asPlatform('an organization follows the name of its business', async (tx) => {
        const merchant = await findMerchantOf(tx, id);
        if (merchant) await renameOrganization(tx, id, merchant.submission.businessName);
      });
    },
  },
};

/** A feature with its handlers of approvals and its kinds of imports. */
type AppFeature = Feature & {
  approvalHandlers?(ctx: AppContext): readonly ApprovalHandler[];
  imports?: readonly FileImport[];
};

/** The features from top to bottom: each may call those above it. */
export const FEATURES: readonly AppFeature[] = [
  identityFeature,
  filesFeature,
  settingsFeature,
  calendarFeature,
  approvalsFeature(approvalActions),
  // Organizations are identity's own: features do not read them.
  banksFeature((tx) => readOrganizations(tx, 'BANK')),
  merchantsFeature(approvalActions),
  pricingFeature,
  importsFeature(() => FEATURES.flatMap(({ imports = [] }) => imports)),
  customersFeature,
  changesFeature,
  productsFeature,
  mandatesFeature,
  bulkConsentRequestsFeature,
  ledgerFeature,
  debitsFeature(readPayoutsOf),
  payoutsFeature,
  clearingFeature(openSimulator, async (tx) => {
    const operator = await findOperatorOrganization(tx);
    if (operator === null) throw new Error('There is no operator yet');
    return operator;
  }),
  disputesFeature,
  payersFeature,
  billingFeature,
  analyticsFeature,
  summariesFeature,
  firstStepsFeature,
  savedViewsFeature,
  searchFeature(() => FEATURES.flatMap(({ search = [] }) => search)),
];

export function approvalActions(ctx: AppContext): HandlerOf {
  const handlers = FEATURES.flatMap((feature) => feature.approvalHandlers?.(ctx) ?? []);
  return (action) => {
    const handler = handlers.find((one) => one.action === action);
    if (!handler) throw new Error(`There is no handler for approvals of ${action}`);
    return handler;
  };
}
