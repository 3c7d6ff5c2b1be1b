import {
  getBusinessProfile,
  revealAccountNumber,
  updateContact,
} from '@tegeka/contract/merchants/merchant-profile.ts';
import {
  getRegistration,
  submitMerchant,
  listMerchantEvents,
  withdrawRegistration as withdrawEndpoint,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import {
  getMerchantProfile,
  MERCHANT,
  type MerchantState,
} from '@tegeka/contract/merchants/merchants.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type HistorySource, readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { accountNumberOf } from './merchants-details.ts';
import { changeContact, profileOf, submittedOf } from './merchants-profile.ts';
import { findMerchantOf, getMerchant } from './merchants-store.ts';
import { submitRegistration, withdrawRegistration } from './merchants-service.ts';

/** States in which a registration is read in full. Later the account number must be revealed. */
const OPEN: readonly MerchantState[] = ['PENDING_APPROVAL', 'ACTION_REQUIRED'];

const HISTORY: HistorySource<'CONTACT_CHANGED' | 'ACCOUNT_REVEALED'> = {
  machine: MERCHANT,
  actions: { updateContact: 'CONTACT_CHANGED', revealAccountNumber: 'ACCOUNT_REVEALED' },
};

function registrationRoutes(ctx: AppContext): Route[] {
  return [
    serve(getMerchantProfile, async ({ tx, params: { organizationId }, caller }) => {
      if (organizationId !== caller.organizationId) throw refuse('NOT_FOUND');
      const merchant = await findMerchantOf(tx, organizationId);
      if (!merchant) throw refuse('NOT_FOUND');
      const { id, state: merchantState, submission, documents, review } = merchant;
      const { businessName } = submission;
      const logoUrl = documents.logo.url;
      return { id, merchantState, organizationId, businessName, logoUrl, review };
    }),

    serve(getRegistration, async ({ tx, params }) => {
      const merchant = await getMerchant(tx, params.merchantId);
      if (!OPEN.includes(merchant.state)) throw refuse('NOT_FOUND');
      return submittedOf(ctx, merchant);
    }),

    serve(submitMerchant, async ({ tx, body: submission, files, caller: person, audit }) => {
      const merchant = await submitRegistration(ctx, tx, { person, submission, files });
      audit({ entity: MERCHANT.entity, entityId: merchant.merchantId });
      return merchant;
    }),

    serve(withdrawEndpoint, async ({ tx, params: { merchantId }, caller: person, audit }) => {
      await withdrawRegistration(ctx, tx, { person, merchantId });
      const state = { before: 'PENDING_APPROVAL', after: 'ACTION_REQUIRED' };
      audit({ entity: MERCHANT.entity, entityId: merchantId, changes: { state } });
    }),
  ];
}

function profileRoutes(ctx: AppContext): Route[] {
  return [
    serve(listMerchantEvents, (call) => {
      const { params, caller } = call;
      const of = { id: params.merchantId, organization_id: caller.organizationId };
      return readHistory(call, HISTORY, of);
    }),

    serve(getBusinessProfile, async ({ tx, params }) =>
      profileOf(await getMerchant(tx, params.merchantId)),
    ),

    serve(revealAccountNumber, async ({ tx, params: { merchantId }, audit }) => {
      const merchant = await getMerchant(tx, merchantId);
      audit({ entity: MERCHANT.entity, entityId: merchantId });
      return { accountNumber: accountNumberOf(ctx, merchant) };
    }),

    serve(updateContact, async ({ tx, params, body: contact, files, caller, audit }) => {
      const { merchantId } = params;
      const by = `${caller.firstName} ${caller.lastName}`.trim();
      const given = { merchantId, contact, logo: files['logo'], by };
      const { merchant, changes } = await changeContact(ctx, tx, given);
      audit({ entity: MERCHANT.entity, entityId: merchantId, changes });
      return profileOf(merchant);
    }),
  ];
}

export function merchantRoutes(ctx: AppContext): Route[] {
  return [...registrationRoutes(ctx), ...profileRoutes(ctx)];
}
