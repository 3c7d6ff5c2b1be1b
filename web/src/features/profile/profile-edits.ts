import type { Field } from '@tegeka/contract/kit/fields.ts';
import { submitChange } from '@tegeka/contract/merchants/merchant-changes.ts';
import { contactInputShape, updateContact } from '@tegeka/contract/merchants/merchant-contact.ts';
import { CONTACT_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import { fetchProfileData, type ProfileData } from '#features/profile/profile-calls.ts';
import {
  CHANGE_SETS,
  changeDraft,
  changeInputOf,
  correctedOf,
  differencesOf,
  errorsOfChange,
  keptNumber,
  registeredCertificate,
} from '#features/profile/profile-change.ts';
import { call } from '#platform/call/call.ts';
import type { DraftErrors } from '#ui/form/draft/draft-form.tsx';
import type { DraftTask } from '#ui/form/draft/draft-task.ts';
import type { Draft, DraftFile } from '#ui/form/draft/field-draft.ts';
import { errorsOf, type LoadedOptions, phoneOf } from '#ui/form/draft/field-errors.ts';

/** What can be edited: what its form says and asks for, and how it is sent. */
export interface ProfileEdit extends DraftTask<ProfileData> {
  heading: string;
  text: string;
  /** True for what changes only once somebody has checked it: the difference is shown first. */
  isReviewed: boolean;
  sets: readonly { part?: string; title?: string; fields: Readonly<Record<string, Field>> }[];
  registered: (data: ProfileData) => Readonly<Record<string, DraftFile>>;
  keeps: (data: ProfileData) => Readonly<Record<string, string>>;
  check: (draft: Draft, data: ProfileData, loaded: LoadedOptions) => DraftErrors | null;
}

const MARKED = 'Please correct the marked fields.';
const CERTIFICATE = 'certificateOfIncorporation';

const latest = ({ profile }: ProfileData) => fetchProfileData(profile.merchantId);

const chosen = ({ files }: Draft, key: string) => {
  const file = files[key];
  return file?.kind === 'chosen' ? { [key]: file.file } : {};
};

/** Contact data and logo, which change at once. */
export const CONTACT_EDIT: ProfileEdit = {
  name: 'contact',
  isReviewed: false,
  latest,
  heading: 'Edit contact data',
  text: 'Changes take effect as soon as they are saved. The representative’s name and email belong to their account and are not changed here.',
  sets: [{ fields: CONTACT_FIELDS }],
  conflict: 'CONTACT_CHANGED',
  overtaken: ({ profile: { contact, logo } }) => ({
    title: 'Somebody else has changed these contact data since you opened them.',
    text: `Now registered: ${showPhone(contact.phoneNumber.subscriberNumber)}, representative ${showPhone(contact.representativePhone.subscriberNumber)}, logo ${logo.name}. Your own changes are still below; saving replaces theirs.`,
  }),
  basis: ({ profile }) => profile.merchantId,
  fresh: ({ profile: { contact, logo } }) => ({
    texts: {
      phoneNumber: String(contact.phoneNumber.subscriberNumber),
      representativePhone: String(contact.representativePhone.subscriberNumber),
    },
    chosen: {},
    files: { logo: { kind: 'stored', stored: logo } },
  }),
  registered: ({ profile }) => ({ logo: { kind: 'stored', stored: profile.logo } }),
  keeps: () => ({}),
  check: (draft) => {
    const { errors } = errorsOf(CONTACT_FIELDS, draft, {});
    return Object.keys(errors).length > 0 ? { errors, message: MARKED } : null;
  },
  send: (draft, { profile }, idempotencyKey) => {
    const { phoneNumber, representativePhone } = draft.texts;
    const body = contactInputShape.parse({
      version: profile.contactVersion,
      phoneNumber: phoneOf(phoneNumber ?? ''),
      representativePhone: phoneOf(representativePhone ?? ''),
    });
    const params = { merchantId: profile.merchantId };
    return call(updateContact, { params, body, files: chosen(draft, 'logo'), idempotencyKey });
  },
};

/** Legal and bank data, which change once somebody has checked them. */
export const CHANGE_EDIT: ProfileEdit = {
  name: 'change',
  isReviewed: true,
  latest,
  heading: 'Change legal or bank data',
  text: 'Change what is new, as it stands in the legal documents. We check every change; until it is approved, everything stays as it is.',
  sets: CHANGE_SETS,
  conflict: 'DETAILS_CHANGED',
  overtaken: (_data, words) => ({
    title: words ?? 'The data of the business have changed since you began.',
    text: 'What you changed is kept. It stands below, beside what is registered now.',
  }),
  basis: (data) => {
    const corrected = correctedOf(data);
    return corrected ? `${corrected.id} ${corrected.attempt}` : 'new';
  },
  fresh: changeDraft,
  registered: (data) => ({ [CERTIFICATE]: registeredCertificate(data) }),
  keeps: (data) => ({ accountNumber: keptNumber(data) }),
  check: (draft, data, loaded) => {
    const errors = errorsOfChange(draft, data, loaded);
    if (Object.keys(errors).length > 0) return { errors, message: MARKED };
    const isSame = differencesOf(draft, data).length === 0;
    return isSame ? { errors, message: 'Nothing was changed yet.' } : null;
  },
  send: (draft, data, idempotencyKey) => {
    const params = { merchantId: data.profile.merchantId };
    const body = changeInputOf(draft, data);
    return call(submitChange, { params, body, files: chosen(draft, CERTIFICATE), idempotencyKey });
  },
};
