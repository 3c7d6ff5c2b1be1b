import type { BusinessProfile } from '@tegeka/contract/merchant-profile.ts';
import { type Draft, draftOver } from '#ui/form/business-draft.ts';
import { type DraftOwner, type DraftStart, keepTexts, startOf } from '#ui/form/business-keep.ts';

/** What is typed; both are numbers as people write them. */
type ContactField = 'phoneNumber' | 'representativePhone';
export type ContactDraft = Draft<ContactField>;

/** What the form of the contact data starts from. */
export interface ContactStart extends DraftStart<ContactField> {
  owner: DraftOwner;
  /** What is registered. */
  profile: BusinessProfile;
}

function registeredContact({ contact, logo }: BusinessProfile): ContactDraft {
  return {
    texts: {
      phoneNumber: String(contact.phoneNumber.subscriberNumber),
      representativePhone: String(contact.representativePhone.subscriberNumber),
    },
    bankName: '',
    files: { logo: { kind: 'stored', stored: logo }, certificateOfIncorporation: null },
  };
}

/** Where the form begins: what is kept on this device, else what is registered. */
export async function startContact(email: string, profile: BusinessProfile): Promise<ContactStart> {
  const owner = { of: 'contact', email, basis: profile.merchantId } as const;
  return { owner, profile, ...(await startOf(owner, registeredContact(profile))) };
}

/** The draft over newer data, and kept as theirs. */
export async function contactOver(
  draft: ContactDraft,
  before: ContactStart,
  profile: BusinessProfile,
): Promise<ContactStart> {
  const { owner } = before;
  const fresh = registeredContact(profile);
  const kept = { draft: draftOver(draft, before.from, fresh), from: fresh.texts, attempt: null };
  // A chosen logo is kept already, beside the texts.
  await keepTexts(owner, kept);
  return { owner, profile, ...kept, isOlder: true };
}
