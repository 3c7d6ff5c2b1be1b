import {
  type MerchantSubmission,
  merchantSubmissionShape,
} from '@tegeka/contract/merchant-registration.ts';
import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { countryCodeOf, type Draft, FILE_FIELDS, type FileField } from '#ui/form/business-draft.ts';
import { businessPhoneOf } from '#ui/form/business-phone.ts';

/** Who registers the business, as carried from sign-in. */
export interface Registrant {
  firstName: string;
  lastName: string;
  businessName: string;
  organizationId: string;
  /** +256 and nine digits. */
  phoneNumber: string;
  email: string;
}

const phoneOf = (subscriberNumber: number | null) => ({
  countryCode: '256',
  region: 'UG',
  subscriberNumber,
});

/**
 * The submission of a finished draft (specification, section 3). Throws when the draft is not
 * finished: the steps have looked through it before.
 */
export function submissionOf(
  draft: Draft,
  registrant: Registrant,
  approvalPolicyId: string | null,
): MerchantSubmission {
  const { texts } = draft;
  return merchantSubmissionShape.parse({
    businessName: texts.businessName,
    registrationNumber: texts.registrationNumber,
    taxNumber: texts.taxNumber,
    industry: texts.industry,
    phoneNumber: phoneOf(businessPhoneOf(draft)),
    bankAccounts: [
      {
        branch: texts.branch,
        branchCode: texts.branchCode,
        accountName: texts.accountName,
        accountNumber: texts.accountNumber,
        accountType: texts.accountType,
        bankId: texts.bank,
      },
    ],
    businessAddress: {
      country: texts.country,
      countryCode: countryCodeOf(texts.country),
      region: texts.region,
      city: texts.city,
      street: texts.street,
      postalCode: texts.postalCode,
      buildingName: texts.buildingName,
    },
    ...(approvalPolicyId ? { approvalPolicyId } : {}),
    organizationId: registrant.organizationId,
    userInfo: {
      email: registrant.email,
      phoneNumber: phoneOf(subscriberOf(registrant.phoneNumber, 'mobile')),
      firstName: registrant.firstName,
      lastName: registrant.lastName,
    },
  });
}

/** The files to send: those chosen here; what is stored with us already is left out. */
export function uploadsOf(draft: Draft): Partial<Record<FileField, File>> {
  const chosen = FILE_FIELDS.flatMap((field) => {
    const entry = draft.files[field];
    return entry?.kind === 'chosen' ? [[field, entry.file] as const] : [];
  });
  return Object.fromEntries(chosen);
}
