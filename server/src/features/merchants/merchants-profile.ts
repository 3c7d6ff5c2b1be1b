import { type BusinessProfile, maskAccount } from '@tegeka/contract/merchants/merchant-profile.ts';
import type { StoredFile } from '@tegeka/contract/files.ts';
import type { Document, Registration } from './merchants-store.ts';

/** A document as the API names it. */
export function storedFileOf({ sha256: _sha256, ...file }: Document): StoredFile {
  return file;
}

/** A business as it is registered, its account number masked. */
export function profileOf(merchant: Registration): BusinessProfile {
  const { submission, documents, bankName, detailsVersion, contactVersion } = merchant;
  const { businessName, registrationNumber, taxNumber, industry, businessAddress } = submission;
  const { firstName, lastName, email, phoneNumber: representativePhone } = submission.userInfo;
  const [account] = submission.bankAccounts;
  if (!account) throw new Error('A business has one bank account');
  const { accountNumber, ...rest } = account;
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
    bankAccount: { ...rest, bankName, maskedNumber: maskAccount(accountNumber) },
    contact: { phoneNumber: submission.phoneNumber, representativePhone },
    representative: { firstName, lastName, email },
    logo: storedFileOf(documents.logo),
    certificateOfIncorporation: storedFileOf(documents.certificateOfIncorporation),
  };
}
