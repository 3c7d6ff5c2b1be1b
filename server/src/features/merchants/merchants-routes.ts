import {
  getMerchantProfile,
  type MerchantState,
  withdrawRegistration as withdrawRow,
} from '@tegeka/contract/merchants.ts';
import { getRegistration, submitMerchant } from '@tegeka/contract/merchant-registration.ts';
import { updateContact } from '@tegeka/contract/merchant-contact.ts';
import { getBusinessProfile, revealAccountNumber } from '@tegeka/contract/merchant-profile.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { changeContact } from './merchants-contact.ts';
import { profileOf, storedFileOf } from './merchants-profile.ts';
import { findMerchant, findMerchantOf } from './merchants-store.ts';
import { submitRegistration, withdrawRegistration } from './merchants-service.ts';

/** Submissions of one organization: each keeps files and writes a mail. */
const SUBMISSIONS = { points: 30, seconds: 3600 };
/** Looks of one person at the whole account number. */
const LOOKS = { points: 20, seconds: 3600 };
/** Changes of contact data by one organization: each can keep a file. */
const CONTACTS = { points: 30, seconds: 3600 };

/** What can still be corrected; from then on the account number is shown on request only. */
const OPEN: readonly MerchantState[] = ['PENDING_APPROVAL', 'ACTION_REQUIRED'];

/** The rows of a business that registers. */
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
      const merchant = await findMerchant(tx, params.merchantId);
      if (!merchant || !OPEN.includes(merchant.state)) throw refuse('NOT_FOUND');
      const { submission, bankName, documents } = merchant;
      const logo = storedFileOf(documents.logo);
      const certificateOfIncorporation = storedFileOf(documents.certificateOfIncorporation);
      return { merchant: submission, bankName, logo, certificateOfIncorporation };
    }),

    serve(submitMerchant, async (call) => {
      const { tx, body: submission, files, caller: person } = call;
      const { organizationId } = person;
      const verdict = await ctx.limits.take('submissions', organizationId, SUBMISSIONS);
      if (!verdict.allowed) throw refuse('TOO_MANY_REQUESTS', verdict);
      const standing = await submitRegistration(ctx, tx, { person, submission, files });
      call.audit({ entity: 'merchant', entityId: standing.merchantId });
      return standing;
    }),

    serve(withdrawRow, async (call) => {
      const { caller: person, params } = call;
      const { merchantId } = params;
      await withdrawRegistration(ctx, call.tx, { person, merchantId });
      const state = { before: 'PENDING_APPROVAL', after: 'ACTION_REQUIRED' };
      call.audit({ entity: 'merchant', entityId: merchantId, changes: { state } });
    }),
  ];
}

/** The rows of a business as it is registered. */
function profileRoutes(ctx: AppContext): Route[] {
  return [
    serve(getBusinessProfile, async ({ tx, params }) => {
      const merchant = await findMerchant(tx, params.merchantId);
      if (!merchant) throw refuse('NOT_FOUND');
      return profileOf(merchant);
    }),

    serve(revealAccountNumber, async ({ tx, params, caller, audit }) => {
      const merchant = await findMerchant(tx, params.merchantId);
      if (!merchant) throw refuse('NOT_FOUND');
      const verdict = await ctx.limits.take('account looks', caller.userId, LOOKS);
      if (!verdict.allowed) throw refuse('TOO_MANY_REQUESTS', verdict);
      audit({ entity: 'merchant', entityId: merchant.id });
      const [account] = merchant.submission.bankAccounts;
      if (!account) throw new Error('A business has one bank account');
      return { accountNumber: account.accountNumber };
    }),

    serve(updateContact, async ({ tx, params, body: contact, files, caller, audit }) => {
      const { merchantId } = params;
      const { logo } = files;
      const verdict = await ctx.limits.take('contacts', caller.organizationId, CONTACTS);
      if (!verdict.allowed) throw refuse('TOO_MANY_REQUESTS', verdict);
      const by = `${caller.firstName} ${caller.lastName}`.trim();
      const changed = await changeContact(ctx, tx, { merchantId, contact, logo, by });
      audit({ entity: 'merchant', entityId: merchantId, changes: changed.changes });
      return profileOf(changed.merchant);
    }),
  ];
}

/** The rows of merchants. */
export function merchantRoutes(ctx: AppContext): Route[] {
  return [...registrationRoutes(ctx), ...profileRoutes(ctx)];
}
