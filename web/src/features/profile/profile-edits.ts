import {
  type ChangeInput,
  changeInputShape,
  type MerchantChange,
  submitChange,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import {
  ACCOUNT_FIELDS,
  CONTACT_FIELDS,
  DETAIL_FIELDS,
  type DetailField,
  MERCHANT_LABELS,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import { payloadOf, textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import {
  type BusinessProfile,
  contactInputShape,
  updateContact,
} from '@tegeka/contract/merchants/merchant-profile.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { call } from '#platform/call/call.ts';
import type { FieldSet } from '#ui/form/form-control.tsx';
import { type Draft, uploadsOf } from '#ui/form/draft/field-draft.ts';
import {
  errorOfText,
  errorsOf,
  type FieldErrors,
  type LoadedOptions,
  phoneOf,
  withoutError,
} from '#ui/form/draft/field-errors.ts';
import { askedFields, textsOfDraft, wordOf } from '#ui/form/draft/merchant-form.ts';

/** What can be edited: what its form says and asks for, and how it is sent. */
export interface ProfileEdit {
  /** The name of its draft. */
  name: string;
  /** A draft of another basis is deleted unread. */
  basis: (data: ProfileData) => string;
  heading: string;
  text: string;
  sets: readonly FieldSet[];
  /** What the form starts from. */
  fresh: (data: ProfileData) => Draft;
  errorsOf: (draft: Draft, data: ProfileData, loaded: LoadedOptions) => FieldErrors;
  /** The refusal of what was made from data that others have changed meanwhile. */
  conflict: ErrorCode;
  /** What is said then, with the server's words, and of a draft that was begun over older data. */
  overtaken: (data: ProfileData, words: string | null) => { title: string; text: string };
  send: (draft: Draft, data: ProfileData, idempotencyKey: string) => Promise<unknown>;
}

/** Contact data and logo, which change at once. */
export const CONTACT_EDIT: ProfileEdit = {
  name: 'contact',
  basis: ({ profile }) => profile.merchantId,
  heading: 'Edit contact data',
  text: 'Changes take effect as soon as they are saved. The representative’s name and email belong to their account and are not changed here.',
  sets: [{ fields: CONTACT_FIELDS }],
  fresh: ({ profile: { contact, logo } }) => ({
    texts: {
      phoneNumber: String(contact.phoneNumber.subscriberNumber),
      representativePhone: String(contact.representativePhone.subscriberNumber),
    },
    chosen: {},
    files: { logo: { kind: 'stored', stored: logo } },
  }),
  errorsOf: (draft) => errorsOf(CONTACT_FIELDS, draft, {}).errors,
  conflict: 'CONTACT_CHANGED',
  overtaken: ({ profile: { contact, logo } }) => ({
    title: 'Somebody else has changed these contact data since you opened them.',
    text: `Now registered: ${showPhone(contact.phoneNumber.subscriberNumber)}, representative ${showPhone(contact.representativePhone.subscriberNumber)}, logo ${logo.name}. Your own changes are still below; saving replaces theirs.`,
  }),
  send: (draft, { profile: { merchantId, contactVersion } }, idempotencyKey) => {
    const { phoneNumber = '', representativePhone = '' } = draft.texts;
    const body = contactInputShape.parse({
      version: contactVersion,
      phoneNumber: phoneOf(phoneNumber),
      representativePhone: phoneOf(representativePhone),
    });
    return call(updateContact, {
      params: { merchantId },
      body,
      files: uploadsOf(draft),
      idempotencyKey,
    });
  },
};

export function correctedOf({ change }: Pick<ProfileData, 'change'>): MerchantChange | null {
  return change?.state === 'ACTION_REQUIRED' ? change : null;
}

/** The masked account number that stays when none is typed; null at a bank where none is known. */
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

/** What the form starts from: what is registered, and over it the attempt to be corrected. */
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

/** What would change, in the order of reading; a number that is typed is shown whole. */
export function differencesOf(draft: Draft, data: ProfileData) {
  const { profile } = data;
  const registered = registeredDraft(profile);
  const file = draft.files['certificateOfIncorporation'];
  const isReplaced =
    file?.kind === 'chosen' || file?.stored.id !== profile.certificateOfIncorporation.id;
  const after = (key: DetailField) => {
    const word = wordOf(key, draft);
    // A file can be replaced by another of the same name.
    if (key === 'certificateOfIncorporation') return isReplaced ? `${word} (new)` : word;
    return key === 'accountNumber' ? word || (keptNumber(draft, data) ?? '') : word;
  };
  const before = (key: DetailField) =>
    key === 'accountNumber' ? profile.bankAccount.maskedNumber : wordOf(key, registered);
  return DETAIL_FIELDS.map((key) => {
    return { key, label: MERCHANT_LABELS[key], before: before(key), after: after(key) };
  }).filter((difference) => difference.before !== difference.after);
}

/** A number without its bank is the number of somebody else's account: another bank needs one. */
function errorOfNumber(draft: Draft, data: ProfileData): string | null {
  const number = draft.texts['accountNumber']?.trim();
  if (number) return errorOfText(ACCOUNT_FIELDS.accountNumber, number);
  return keptNumber(draft, data) === null ? 'Enter the account number at this bank' : null;
}

/** What is sent: the parts that change. Throws for a draft that was not checked before. */
export function changeInputOf(draft: Draft, data: ProfileData): ChangeInput {
  const { accountNumber, ...texts } = textsOfDraft(draft);
  const changed = differencesOf(draft, data).map(({ key }) => key);
  return changeInputShape.parse({
    version: data.profile.detailsVersion,
    ...payloadOf(accountNumber?.trim() ? { ...texts, accountNumber } : texts, changed),
  });
}

const CHANGED_SETS = [
  { part: 'info', title: 'Business Info', fields: askedFields('Business Info', CONTACT_FIELDS) },
  { part: 'address', title: 'Business Address', fields: askedFields('Business Address') },
  { part: 'account', title: 'Bank Account', fields: askedFields('Bank Account') },
] as const;

/** Legal and bank data, which change once somebody has checked them. */
export const CHANGE_EDIT: ProfileEdit = {
  name: 'change',
  basis: (data) => {
    const corrected = correctedOf(data);
    return corrected ? `${corrected.id} ${corrected.attempt}` : 'new';
  },
  heading: 'Change legal or bank data',
  text: 'Change what is new, as it stands in the legal documents. We check every change; until it is approved, everything stays as it is.',
  sets: CHANGED_SETS,
  fresh: changeDraft,
  errorsOf: (draft, data, loaded) => {
    const asked = Object.assign({}, ...CHANGED_SETS.map(({ fields }) => fields));
    // A bank that stays may have left the list since.
    const stays = draft.texts['bank'] === data.profile.bankAccount.bankId;
    const { errors } = errorsOf(asked, draft, stays ? {} : loaded);
    const accountNumber = errorOfNumber(draft, data);
    const others = withoutError(errors, 'accountNumber');
    return accountNumber ? { ...others, accountNumber } : others;
  },
  conflict: 'DETAILS_CHANGED',
  overtaken: (_data, words) => ({
    title: words ?? 'The data of the business have changed since you began.',
    text: 'What you changed is kept. It stands below, beside what is registered now.',
  }),
  send: (draft, data, idempotencyKey) =>
    call(submitChange, {
      params: { merchantId: data.profile.merchantId },
      body: changeInputOf(draft, data),
      files: uploadsOf(draft),
      idempotencyKey,
    }),
};
