import {
  getMerchantProfile,
  getRegistration,
  submitMerchant,
  withdrawRegistration as withdrawRow,
} from '@tegeka/contract/merchants.ts';
import type { Frame } from '#platform/frame.ts';
import { refuse } from '#platform/refusal.ts';
import { type Route, serve } from '#platform/serve.ts';
import { findMerchant, findMerchantOf, type Registration } from './merchants-store.ts';
import { submitRegistration, withdrawRegistration } from './merchants-verbs.ts';

/** Submissions of one organization: each keeps files and writes a mail. */
const SUBMISSIONS = { points: 30, seconds: 3600 };

function storedFileOf({ sha256: _sha256, ...file }: Registration['documents']['logo']) {
  return file;
}

/** The rows of merchants. */
export function merchantRoutes(frame: Frame): Route[] {
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
      if (!merchant) throw refuse('NOT_FOUND');
      const { submission, bankName, documents } = merchant;
      const logo = storedFileOf(documents.logo);
      const certificateOfIncorporation = storedFileOf(documents.certificateOfIncorporation);
      return { merchant: submission, bankName, logo, certificateOfIncorporation };
    }),

    serve(submitMerchant, async (call) => {
      const { tx, body: submission, files, caller: person } = call;
      const { organizationId } = person;
      const verdict = await frame.limits.take('submissions', organizationId, SUBMISSIONS);
      if (!verdict.allowed) throw refuse('TOO_MANY_REQUESTS', verdict);
      const standing = await submitRegistration(frame, tx, { person, submission, files });
      call.audit({ entity: 'merchant', entityId: standing.merchantId });
      return standing;
    }),

    serve(withdrawRow, async (call) => {
      const { caller: person, params } = call;
      const { merchantId } = params;
      await withdrawRegistration(frame, call.tx, { person, merchantId });
      const state = { before: 'PENDING_APPROVAL', after: 'ACTION_REQUIRED' };
      call.audit({ entity: 'merchant', entityId: merchantId, changes: { state } });
    }),
  ];
}
