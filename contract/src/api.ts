import * as analytics from './analytics.ts';
import * as approvalDecisions from './approval-decisions.ts';
import * as approvals from './approvals.ts';
import * as bankRecords from './bank-records.ts';
import * as banks from './banks.ts';
import * as billing from './billing.ts';
import * as calendarOverrides from './calendar/calendar-overrides.ts';
import * as calendar from './calendar/calendar.ts';
import * as exceptionActions from './clearing/exception-actions.ts';
import * as exceptions from './clearing/exceptions.ts';
import * as clearing from './clearing/clearing.ts';
import * as debitFigures from './debits/debit-figures.ts';
import { DEBIT_IMPORTS } from './debits/debit-imports.ts';
import * as debitViews from './debits/debit-views.ts';
import * as debitWriting from './debits/debit-commands.ts';
import * as debits from './debits/debits.ts';
import * as disputes from './debits/disputes.ts';
import * as mandateUsage from './debits/mandate-usage.ts';
import { CUSTOMER_IMPORTS } from './customers/customer-imports.ts';
import * as customerWriting from './customers/customer-commands.ts';
import * as customers from './customers/customers.ts';
import * as files from './files.ts';
import * as firstSteps from './first-steps.ts';
import type { Endpoint } from './kit/endpoint.ts';
import * as ledger from './ledger.ts';
import * as mandateActions from './mandates/mandate-actions.ts';
import * as mandateDetail from './mandates/mandate-detail.ts';
import * as mandateDocuments from './mandates/mandate-documents.ts';
import { MANDATE_IMPORTS } from './mandates/mandate-imports.ts';
import * as mandateViews from './mandates/mandate-views.ts';
import * as bulkConsentRequests from './mandates/bulk-consent-requests.ts';
import * as mandateWriting from './mandates/mandate-commands.ts';
import * as mandates from './mandates/mandates.ts';
import * as merchantChanges from './merchants/merchant-changes.ts';
import * as merchantProfile from './merchants/merchant-profile.ts';
import * as merchantRegistration from './merchants/merchant-registration.ts';
import * as merchantSummaries from './merchants/merchant-summaries.ts';
import * as merchants from './merchants/merchants.ts';
import * as operatorMerchants from './merchants/operator-merchants.ts';
import * as openWork from './imports/open-work.ts';
import * as payoutItems from './payouts/payout-items.ts';
import * as payoutViews from './payouts/payout-views.ts';
import * as payoutWriting from './payouts/payout-commands.ts';
import * as payouts from './payouts/payouts.ts';
import * as pricePlans from './price-plans.ts';
import * as products from './products.ts';
import * as submissionSessions from './clearing/submission-sessions.ts';
import * as savedViews from './saved-views.ts';
import * as search from './search.ts';
import * as sessions from './sessions.ts';
import * as signUp from './sign-up.ts';
import * as users from './users.ts';

/** The files of the contract, in the order of the API document. */
const NOUNS = [
  users,
  sessions,
  signUp,
  firstSteps,
  savedViews,
  search,
  banks,
  bankRecords,
  files,
  merchants,
  merchantRegistration,
  merchantProfile,
  merchantChanges,
  operatorMerchants,
  approvals,
  approvalDecisions,
  customers,
  customerWriting,
  CUSTOMER_IMPORTS,
  calendar,
  calendarOverrides,
  products,
  mandates,
  mandateDetail,
  mandateActions,
  mandateWriting,
  mandateDocuments,
  MANDATE_IMPORTS,
  bulkConsentRequests,
  openWork,
  mandateViews,
  debits,
  mandateUsage,
  debitWriting,
  debitFigures,
  DEBIT_IMPORTS,
  debitViews,
  disputes,
  payouts,
  payoutWriting,
  payoutViews,
  payoutItems,
  billing,
  analytics,
  merchantSummaries,
  pricePlans,
  ledger,
  clearing,
  submissionSessions,
  exceptions,
  exceptionActions,
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'admission' in value;
}

/**
 * Every endpoint of the contract; those of a noun are sorted by path and method. The server's routes, the
 * OpenAPI document and the access tests follow from it.
 */
export const API: readonly Endpoint[] = NOUNS.flatMap((noun) =>
  Object.values(noun)
    .filter(isEndpoint)
    .toSorted(
      (one, other) =>
        one.path.localeCompare(other.path, 'en') ||
        METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
    ),
);
