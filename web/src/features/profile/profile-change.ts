import {
  type ChangeInput,
  changeInputShape,
  type MerchantChange,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import {
  CONTACT_FIELDS,
  DETAIL_FIELDS,
  type DetailField,
  MERCHANT_LABELS,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import { payloadOf, textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import type { Draft, DraftFile } from '#ui/form/draft/field-draft.ts';
import {
  type FieldErrors,
  errorOfText,
  errorsOf,
  type LoadedOptions,
  withoutError,
} from '#ui/form/draft/field-errors.ts';
import { askedFields, textsOfDraft, wordOf } from '#ui/form/draft/merchant-form.ts';

/** The fields of the form, set by set, each with the part of the address that leads there. */
export const CHANGE_SETS = (
  [
    ['info', 'Business Info'],
    ['address', 'Business Address'],
    ['account', 'Bank Account'],
  ] as const
).map(([part, title]) => ({ part, title, fields: askedFields(title, CONTACT_FIELDS) }));

/** The change that is being corrected, or null. */
export function correctedOf({ change }: Pick<ProfileData, 'change'>): MerchantChange | null {
  return change?.state === 'ACTION_REQUIRED' ? change : null;
}

/** The account number in the last attempt, masked; absent where it was not among what was sent. */
const sentNumber = (data: ProfileData) =>
  correctedOf(data)?.fields.find(({ key }) => key === 'accountNumber');

/** The masked account number that stays when none is typed. */
export function keptNumber(data: ProfileData): string {
  return sentNumber(data)?.after ?? data.profile.bankAccount.maskedNumber;
}

/** The document that stays when no other is chosen. */
export function registeredCertificate({ profile }: ProfileData): DraftFile {
  return { kind: 'stored', stored: profile.certificateOfIncorporation };
}

function registeredDraft(data: ProfileData): Draft {
  return {
    texts: { ...textsOf(data.profile) },
    chosen: { bank: data.profile.bankAccount.bankName },
    files: { certificateOfIncorporation: registeredCertificate(data) },
  };
}

/** What the form starts from: what is registered, and over it the attempt to be corrected. */
export function changeDraft(data: ProfileData): Draft {
  const registered = registeredDraft(data);
  const corrected = correctedOf(data);
  if (!corrected) return registered;
  const bank = corrected.fields.find(({ key }) => key === 'bank');
  const stored = corrected.certificateOfIncorporation;
  return {
    texts: { ...registered.texts, ...textsOf(corrected.content) },
    chosen: bank ? { bank: bank.after } : registered.chosen,
    files: stored ? { certificateOfIncorporation: { kind: 'stored', stored } } : registered.files,
  };
}

/** A field that would change. */
export interface Difference {
  key: DetailField;
  label: string;
  before: string;
  after: string;
}

/** What would change, in the order of reading; a number that is typed is shown whole. */
export function differencesOf(draft: Draft, data: ProfileData): Difference[] {
  const registered = registeredDraft(data);
  const file = draft.files['certificateOfIncorporation'];
  const replaced =
    file?.kind === 'chosen' || file?.stored.id !== data.profile.certificateOfIncorporation.id;
  const after = (key: DetailField) => {
    const word = wordOf(key, draft);
    // A file can be replaced by another of the same name.
    if (key === 'certificateOfIncorporation') return replaced ? `${word} (new)` : word;
    return key === 'accountNumber' ? word || keptNumber(data) : word;
  };
  const before = (key: DetailField) =>
    key === 'accountNumber' ? data.profile.bankAccount.maskedNumber : wordOf(key, registered);
  return DETAIL_FIELDS.map((key) => {
    return { key, label: MERCHANT_LABELS[key], before: before(key), after: after(key) };
  }).filter((difference) => difference.before !== difference.after);
}

/** A number without its bank is the number of somebody else's account: another bank needs one. */
function errorOfNumber({ texts }: Draft, data: ProfileData): string | null {
  const number = texts['accountNumber']?.trim() ?? '';
  if (number !== '') {
    const field = CHANGE_SETS[2]?.fields['accountNumber'];
    return field ? errorOfText(field, number) : null;
  }
  const { bankAccount } = sentNumber(data) ? (correctedOf(data)?.content ?? {}) : data.profile;
  return texts['bank'] === bankAccount?.bankId ? null : 'Enter the account number at this bank';
}

/** Checks the form. */
export function errorsOfChange(
  draft: Draft,
  data: ProfileData,
  loaded: LoadedOptions,
): FieldErrors {
  const asked = Object.assign({}, ...CHANGE_SETS.map(({ fields }) => fields));
  // A bank that stays may have left the list since.
  const stays = draft.texts['bank'] === data.profile.bankAccount.bankId;
  const { errors } = errorsOf(asked, draft, stays ? {} : loaded);
  const number = errorOfNumber(draft, data);
  const others = withoutError(errors, 'accountNumber');
  return number ? { ...others, accountNumber: number } : others;
}

function keptOf(draft: Draft, data: ProfileData): ChangeInput['kept'] {
  const kept: ChangeInput['kept'] = [];
  if (sentNumber(data) && !draft.texts['accountNumber']?.trim()) kept.push('accountNumber');
  const file = draft.files['certificateOfIncorporation'];
  const last = correctedOf(data)?.certificateOfIncorporation;
  if (last && file?.kind === 'stored' && file.stored.id === last.id)
    kept.push('certificateOfIncorporation');
  return kept;
}

/** What is sent: the parts that change. Throws for a draft that was not checked before. */
export function changeInputOf(draft: Draft, data: ProfileData): ChangeInput {
  const { accountNumber = '', ...texts } = textsOfDraft(draft);
  const changed = differencesOf(draft, data).map(({ key }) => key);
  return changeInputShape.parse({
    version: data.profile.detailsVersion,
    kept: keptOf(draft, data),
    ...payloadOf(accountNumber.trim() ? { ...texts, accountNumber } : texts, changed),
  });
}
