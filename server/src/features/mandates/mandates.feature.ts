import { PHONE_CHANGED } from '#features/customers/customers-service.ts';
import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { REENCRYPT_ACCOUNTS } from './mandates-accounts.ts';
import { requestConfirmation } from './mandates-bank-request.ts';
import { confirmationHandler } from './mandates-confirmation.ts';
import {
  forgetConsentRequests,
  REENCRYPT_CONSENT_SMS,
  REENCRYPT_TYPED,
} from './mandates-consent-store.ts';
import { dueDaysPass } from './mandates-due-days.ts';
import { mandatesImport } from './imports/mandates-import.ts';
import { mandatesDue } from './mandates-due.ts';
import { MANDATE_SEARCH } from './mandates-list.ts';
import { mandatePages } from './pages/mandates-pages.ts';
import { mandateRoutes } from './mandates-routes.ts';
import { MANDATE_MESSAGES } from './messages/mandates-templates.ts';
import { notifyFormerPhone } from './messages/mandates-notices.ts';

/** What payers consent to, once. */
export const mandatesFeature = feature({
  name: 'mandates',
  routes: mandateRoutes,
  search: [MANDATE_SEARCH],
  pages: mandatePages,
  due: [dueDaysPass, mandatesDue],
  on: { 'mandate.consented': requestConfirmation, [PHONE_CHANGED]: notifyFormerPhone },
  messages: MANDATE_MESSAGES,
  cleanUp: forgetConsentRequests,
  reencrypt: [REENCRYPT_ACCOUNTS, REENCRYPT_CONSENT_SMS, REENCRYPT_TYPED],
  imports: [mandatesImport],
  approvalHandlers: (ctx: AppContext) => [confirmationHandler(ctx)],
});
