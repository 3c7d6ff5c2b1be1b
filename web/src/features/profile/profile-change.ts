import {
  type ChangeInput,
  changeInputShape,
  type MerchantChange,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import {
  CONTACT_FIELDS,
  DETAIL_FIELDS,
  MERCHANT_LABELS,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import { payloadOf, textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import type { BusinessProfile } from '@tegeka/contract/merchants/merchant-profile.ts';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import type { DraftErrors } from '#ui/form/draft/draft-form.tsx';
import type { Draft } from '#ui/form/draft/field-draft.ts';
import {
  errorsOf,
  type FieldErrors,
  type LoadedOptions,
  withoutError,
} from '#ui/form/draft/field-errors.ts';
import { askedFields, textsOfDraft, wordOf } from '#ui/form/draft/merchant-form.ts';

// Changes of legal and bank data, which need approval.

export const CHANGED_SETS = [
  { part: 'info', title: 'Business Info', fields: askedFields('Business Info', CONTACT_FIELDS) },
  { part: 'address', title: 'Business Address', fields: askedFields('Business Address') },
  { part: 'account', title: 'Bank Account', fields: askedFields('Bank Account') },
] as const;

/** The change that needs correction; null if there is none. */
export function correctedOf({ change }: Pick<ProfileData, 'change'>): MerchantChange | null {
  return change?.state === 'ACTION_REQUIRED' ? change : null;
}

/** The masked account number that is kept if none is typed; null if none is known at the chosen bank. */
export function keptNumber(draft: Draft, data: ProfileData): string | null {
  const { bankId, maskedNumber } = data.profile.bankAccount;
  const corrected = correctedOf(data);
  const sent = corrected?.fields.find(({ key }) => key === 'accountNumber');
  const bank = draft.texts['bank'];
  if (sent && bank === corrected?.content.bankAccount?.bankId) return sent.after;
  return bank === bankId ? maskedNumber : null;
}

function registeredDraft(profile: BusinessProfile): Draft {
  const stored = profile.certificateOfIncorporation;
  return {
    texts: { ...textsOf(profile) },
    chosen: { bank: profile.bankAccount.bankName },
    files: { certificateOfIncorporation: { kind: 'stored', stored } },
  };
}

/** The start of the form: the registered data, overlaid with the attempt that needs correction. */
export function changeDraft(data: ProfileData): Draft {
  const registered = registeredDraft(data.profile);
  const corrected = correctedOf(data);
  const bank = corrected?.fields.find(({ key }) => key === 'bank');
  const stored = corrected?.certificateOfIncorporation;
  return {
    texts: { ...registered.texts, ...textsOf(corrected?.content ?? {}) },
    chosen: bank ? { bank: bank.after } : registered.chosen,
    files: stored ? { certificateOfIncorporation: { kind: 'stored', stored } } : registered.files,
  };
}

/**
 * The differences to the registered data, in the order of the fields. A typed account number is not
 * masked.
 */
export function differencesOf(draft: Draft, data: ProfileData) {
  const { profile } = data;
  const registered = registeredDraft(profile);
  const file = draft.files['certificateOfIncorporation'];
  const isReplaced =
    file?.kind === 'chosen' || file?.stored.id !== profile.certificateOfIncorporation.id;
  const kept = keptNumber(draft, data) ?? '';
  return DETAIL_FIELDS.flatMap((key) => {
    const isNumber = key === 'accountNumber';
    const before = isNumber ? profile.bankAccount.maskedNumber : wordOf(key, registered);
    const word = wordOf(key, draft) || (isNumber ? kept : '');
    // A file can be replaced by another of the same name.
    const isNew = key === 'certificateOfIncorporation' && isReplaced;
    const after = isNew ? `${word} (new)` : word;
    return before === after ? [] : [{ key, label: MERCHANT_LABELS[key], before, after }];
  });
}

function errorsOfChange(draft: Draft, data: ProfileData, loaded: LoadedOptions): FieldErrors {
  const { bank, accountNumber } = draft.texts;
  // The registered bank may no longer be in the list.
  const stays = bank === data.profile.bankAccount.bankId;
  const asked = Object.assign({}, ...CHANGED_SETS.map(({ fields }) => fields));
  const { errors } = errorsOf(asked, draft, stays ? {} : loaded);
  if (accountNumber?.trim()) return errors;
  if (keptNumber(draft, data) !== null) return withoutError(errors, 'accountNumber');
  // An account number belongs to its bank: another bank needs a new number.
  return { ...errors, accountNumber: 'Enter the account number at this bank' };
}

/** Why a draft can not be sent; null where it can. */
export function checkChange(
  draft: Draft,
  data: ProfileData,
  loaded: LoadedOptions,
): DraftErrors | null {
  const errors = errorsOfChange(draft, data, loaded);
  if (Object.keys(errors).length > 0)
    return { errors, message: 'Please correct the marked fields.' };
  const isSame = differencesOf(draft, data).length === 0;
  return isSame ? { errors, message: 'Nothing was changed yet.' } : null;
}

/**
 * The body of the request: the changed parts, and those that the corrected attempt has changed, which are
 * kept if they are left out. Throws for a draft that fails the check.
 */
export function changeInputOf(draft: Draft, data: ProfileData): ChangeInput {
  const { accountNumber, ...texts } = textsOfDraft(draft);
  const before = correctedOf(data)?.fields ?? [];
  const keys = new Set([...differencesOf(draft, data), ...before].map(({ key }) => key));
  return changeInputShape.parse({
    version: data.profile.detailsVersion,
    ...payloadOf(accountNumber?.trim() ? { ...texts, accountNumber } : texts, [...keys]),
  });
}
