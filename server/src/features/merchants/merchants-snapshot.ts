import { MERCHANT_FIELDS, type MerchantField } from '@tegeka/contract/merchants.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import type { SnapshotPart } from '#features/approvals/approvals-snapshot.ts';
import type { Document, Registration } from './merchants-store.ts';

const ACCOUNT_WORDS = { CURRENT: 'Current', SAVINGS: 'Savings' } as const;

function text(section: string, key: MerchantField, value: string, mark = value): SnapshotPart {
  const label = MERCHANT_FIELDS[key];
  return { key, section, label, kind: 'text', value, mark, fileId: null, mediaType: null };
}

function file(section: string, key: MerchantField, document: Document): SnapshotPart {
  const { name: value, sha256: mark, id: fileId, mediaType } = document;
  return {
    key,
    section,
    label: MERCHANT_FIELDS[key],
    kind: 'file',
    value,
    mark,
    fileId,
    mediaType,
  };
}

/** What a reviewer reads of a registration, in the order of the form. */
export function partsOf({ submission, bankName, documents }: Registration): SnapshotPart[] {
  const { businessAddress: address, bankAccounts } = submission;
  const [business, place, bank] = ['Business Info', 'Business Address', 'Bank Account'];
  const accounts = bankAccounts.flatMap((account) => [
    // A bank that changes its name stays the same bank.
    text(bank, 'bank', bankName, account.bankId),
    text(bank, 'accountName', account.accountName),
    text(bank, 'accountNumber', account.accountNumber),
    text(bank, 'accountType', ACCOUNT_WORDS[account.accountType]),
    text(bank, 'branch', account.branch),
    text(bank, 'branchCode', account.branchCode),
  ]);
  return [
    text(business, 'businessName', submission.businessName),
    text(business, 'industry', submission.industry),
    text(business, 'registrationNumber', submission.registrationNumber),
    text(business, 'taxNumber', submission.taxNumber),
    text(business, 'phoneNumber', showPhone(submission.phoneNumber.subscriberNumber)),
    file(business, 'logo', documents.logo),
    file(business, 'certificateOfIncorporation', documents.certificateOfIncorporation),
    text(place, 'country', address.country),
    text(place, 'countryCode', address.countryCode),
    text(place, 'region', address.region),
    text(place, 'street', address.street),
    text(place, 'city', address.city),
    text(place, 'postalCode', address.postalCode),
    text(place, 'buildingName', address.buildingName),
    ...accounts,
  ];
}
