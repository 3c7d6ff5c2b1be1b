import {
  type ChangeInput,
  changeInputShape,
  DETAIL_FIELDS,
  type DetailField,
  labelOfDetail,
  type MerchantChange,
} from '@tegeka/contract/merchant-changes.ts';
import type { BusinessProfile } from '@tegeka/contract/merchant-profile.ts';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { countryCodeOf, type Draft, emptyDraft, type TextField } from '#ui/form/business-draft.ts';
import { ACCOUNT_TYPE_LABELS } from '#ui/form/business-labels.ts';

/** The change that is being corrected, or null. */
export function correctedOf({ change }: Pick<ProfileData, 'change'>): MerchantChange | null {
  return change?.state === 'ACTION_REQUIRED' ? change : null;
}

/** What is registered, as the form holds it; the account number is never filled in. */
function textsOf(profile: BusinessProfile): Record<TextField, string> {
  const { businessAddress: address, bankAccount: account } = profile;
  return {
    ...emptyDraft(profile.businessName).texts,
    ...{ industry: profile.industry, registrationNumber: profile.registrationNumber },
    ...{ taxNumber: profile.taxNumber, country: address.country, region: address.region },
    ...{ street: address.street, city: address.city, postalCode: address.postalCode },
    ...{ buildingName: address.buildingName, bank: account.bankId, branch: account.branch },
    ...{ accountName: account.accountName, accountType: account.accountType },
    branchCode: account.branchCode,
  };
}

/** What the last attempt said, in the fields of the form. */
function sentTexts({ content }: MerchantChange): Partial<Record<TextField, string | undefined>> {
  const { businessAddress: address, bankAccount: account } = content;
  return {
    ...{ businessName: content.businessName, industry: content.industry },
    ...{ registrationNumber: content.registrationNumber, taxNumber: content.taxNumber },
    ...{ country: address?.country, region: address?.region, street: address?.street },
    ...{ city: address?.city, postalCode: address?.postalCode },
    ...{ buildingName: address?.buildingName, bank: account?.bankId, branch: account?.branch },
    ...{ accountName: account?.accountName, accountType: account?.accountType },
    branchCode: account?.branchCode,
  };
}

/** The texts with others over them, where there are any. */
function overlaid(
  texts: Record<TextField, string>,
  over: Partial<Record<TextField, string | undefined>>,
) {
  return {
    ...texts,
    ...Object.fromEntries(Object.entries(over).filter(([, text]) => text !== undefined)),
  };
}

/** What the form starts from: what is registered, and over it the attempt to be corrected. */
export function startDraft(data: ProfileData): Draft {
  const { profile } = data;
  const corrected = correctedOf(data);
  const registered = textsOf(profile);
  const texts = overlaid(registered, corrected ? sentTexts(corrected) : {});
  const bank = corrected?.fields.find(({ key }) => key === 'bank');
  const stored = corrected?.certificateOfIncorporation ?? profile.certificateOfIncorporation;
  return {
    texts,
    bankName: bank?.after ?? profile.bankAccount.bankName,
    files: { certificateOfIncorporation: { kind: 'stored', stored }, logo: null },
  };
}

/** The masked account number that stays when none is typed. */
export function keptNumber(data: ProfileData): string {
  const sent = correctedOf(data)?.fields.find(({ key }) => key === 'accountNumber');
  return sent?.after ?? data.profile.bankAccount.maskedNumber;
}

/** A field that would change. */
export interface Difference {
  field: DetailField;
  label: string;
  before: string;
  after: string;
}

function wordsOf(draft: Draft, data: ProfileData): Record<DetailField, string> {
  const { texts, files, bankName } = draft;
  const certificate = files.certificateOfIncorporation;
  const registered = data.profile.certificateOfIncorporation;
  const replaced = certificate?.kind === 'chosen' || certificate?.stored.id !== registered.id;
  const file = certificate?.kind === 'chosen' ? certificate.file : certificate?.stored;
  const typed = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.trim()]),
  );
  return {
    ...texts,
    ...typed,
    countryCode: countryCodeOf(texts.country),
    bank: bankName,
    accountNumber: texts.accountNumber.trim() || keptNumber(data),
    accountType: ACCOUNT_TYPE_LABELS[texts.accountType] ?? texts.accountType,
    // A file can be replaced by another of the same name.
    certificateOfIncorporation: replaced ? `${file?.name} (new)` : registered.name,
  };
}

/** What would change, in the order of reading; a number that is typed is shown whole. */
export function differencesOf(draft: Draft, data: ProfileData): Difference[] {
  const registered = startDraft({ ...data, change: null });
  const old = wordsOf(registered, { ...data, change: null });
  const now = wordsOf(draft, data);
  return DETAIL_FIELDS.filter((field) => old[field] !== now[field]).map((field) => ({
    ...{ field, label: labelOfDetail(field), before: old[field], after: now[field] },
  }));
}

const ADDRESS: readonly DetailField[] = [
  ...(['country', 'countryCode', 'region', 'street', 'city'] as const),
  ...(['postalCode', 'buildingName'] as const),
];
const ACCOUNT: readonly DetailField[] = [
  ...(['bank', 'accountName', 'accountNumber', 'accountType', 'branch', 'branchCode'] as const),
];

function keptOf(draft: Draft, data: ProfileData): ChangeInput['kept'] {
  const corrected = correctedOf(data);
  const sent = corrected?.fields.some(({ key }) => key === 'accountNumber') ?? false;
  const number = sent && draft.texts.accountNumber.trim() === '';
  const file = draft.files.certificateOfIncorporation;
  const last = corrected?.certificateOfIncorporation?.id;
  const certificate = file?.kind === 'stored' && last !== undefined && file.stored.id === last;
  return [
    ...(number ? (['accountNumber'] as const) : []),
    ...(certificate ? (['certificateOfIncorporation'] as const) : []),
  ];
}

/** What is sent: the parts that change. Throws for a draft that was not looked through before. */
export function changeInputOf(draft: Draft, data: ProfileData): ChangeInput {
  const { texts } = draft;
  const changed = differencesOf(draft, data).map(({ field }) => field);
  const single = (['businessName', 'industry', 'registrationNumber', 'taxNumber'] as const).filter(
    (field) => changed.includes(field),
  );
  const { accountNumber, bank: bankId, ...rest } = texts;
  const number = accountNumber.trim();
  return changeInputShape.parse({
    version: data.profile.detailsVersion,
    kept: keptOf(draft, data),
    ...Object.fromEntries(single.map((field) => [field, texts[field]])),
    ...(changed.some((field) => ADDRESS.includes(field)) && {
      businessAddress: { ...rest, countryCode: countryCodeOf(texts.country) },
    }),
    ...(changed.some((field) => ACCOUNT.includes(field)) && {
      bankAccount: { ...rest, bankId, ...(number && { accountNumber: number }) },
    }),
  });
}
