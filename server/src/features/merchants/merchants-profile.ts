import type { InputOf, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { labelsOf } from '@tegeka/contract/kit/fields.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import { CONTACT_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import {
  type BusinessProfile,
  maskAccount,
  type updateContact,
} from '@tegeka/contract/merchants/merchant-profile.ts';
import type { getRegistration } from '@tegeka/contract/merchants/merchant-registration.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { HashedFile, StoredUpload } from '#platform/files/stored-files.ts';
import type { AuditNote } from '#platform/history/audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { accountNumberOf } from './merchants-details.ts';
import { MERCHANT_MESSAGES, writeToMerchant } from './merchants-messages.ts';
import { lockMerchant, type Registration } from './merchants-store.ts';

const withoutHash = ({ sha256: _sha256, ...file }: HashedFile) => file;

function documentsOf({ documents: { logo, certificateOfIncorporation } }: Registration) {
  return {
    logo: withoutHash(logo),
    certificateOfIncorporation: withoutHash(certificateOfIncorporation),
  };
}

/** A registration as it was last submitted, with its account number in clear. */
export function submittedOf(
  ctx: AppContext,
  merchant: Registration,
): OutputOf<typeof getRegistration> {
  const { submission, bankName } = merchant;
  const account = { ...merchant.account, accountNumber: accountNumberOf(ctx, merchant) };
  return {
    merchant: { ...submission, bankAccounts: [account] },
    bankName,
    ...documentsOf(merchant),
  };
}

/** A business as it is registered, its account number masked. */
export function profileOf(merchant: Registration): BusinessProfile {
  const { submission, bankName, detailsVersion, contactVersion } = merchant;
  const { businessName, registrationNumber, taxNumber, industry, businessAddress } = submission;
  const { firstName, lastName, email, phoneNumber: representativePhone } = submission.userInfo;
  const { account, accountNumber } = merchant;
  return {
    merchantId: merchant.id,
    merchantState: merchant.state,
    detailsVersion,
    contactVersion,
    businessName,
    registrationNumber,
    taxNumber,
    industry,
    businessAddress,
    bankAccount: { ...account, bankName, maskedNumber: maskAccount(accountNumber.lastFour) },
    contact: { phoneNumber: submission.phoneNumber, representativePhone },
    representative: { firstName, lastName, email },
    ...documentsOf(merchant),
  };
}

/** New contact data. Without a logo the present one stays. */
export interface NewContact {
  merchantId: string;
  contact: InputOf<typeof updateContact>['body'];
  logo: StoredUpload | undefined;
  /** The name of who sends them. */
  by: string;
}

/** The logo's id; the same picture sent again is the same file. */
async function logoOf(ctx: AppContext, tx: Tx, merchant: Registration, upload?: StoredUpload) {
  const { logo } = merchant.documents;
  if (!upload || upload.sha256 === logo.sha256) return logo.id;
  const { organizationId } = merchant.submission;
  return (await ctx.files.keep(tx, upload, { organizationId, kind: 'logo' })).id;
}

function contactTexts({ submission, documents }: Registration) {
  return {
    phoneNumber: showPhone(submission.phoneNumber.subscriberNumber),
    representativePhone: showPhone(submission.userInfo.phoneNumber.subscriberNumber),
    logo: documents.logo.url,
  };
}

const LABELS = labelsOf(CONTACT_FIELDS);

/**
 * Changes the contact data of an active business and writes to its representative. Returns the changes.
 * Refuses CONTACT_CHANGED where they are based on an older version (optimistic locking).
 */
export async function changeContact(
  ctx: AppContext,
  tx: Tx,
  { merchantId, contact, logo, by }: NewContact,
): Promise<{ merchant: Registration; changes: NonNullable<AuditNote['changes']> }> {
  const merchant = await lockMerchant(tx, merchantId);
  if (contact.version !== merchant.contactVersion) throw refuse('CONTACT_CHANGED');
  await tx
    .updateTable('merchants')
    .set({
      phone: contact.phoneNumber.subscriberNumber,
      representative_phone: contact.representativePhone.subscriberNumber,
      logo_file_id: await logoOf(ctx, tx, merchant, logo),
      contact_version: merchant.contactVersion + 1,
    })
    .where('id', '=', merchantId)
    .execute();
  const changed = await lockMerchant(tx, merchantId);
  const [before, after] = [contactTexts(merchant), contactTexts(changed)];
  const keys = (['phoneNumber', 'representativePhone', 'logo'] as const).filter(
    (key) => before[key] !== after[key],
  );
  const fields = keys.map((key) => LABELS[key]);
  const template = MERCHANT_MESSAGES['contact-changed'];
  if (keys.length > 0) await writeToMerchant(ctx, tx, changed, template, { by, fields });
  const changes = keys.map((key) => [key, { before: before[key], after: after[key] }]);
  return { merchant: changed, changes: Object.fromEntries(changes) };
}
