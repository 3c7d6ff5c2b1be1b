import type { BusinessProfile } from '@tegeka/contract/merchant-profile.ts';
import { type Draft, textsOver } from '#ui/business-draft.ts';
import { type DraftOwner, keepTexts, readDraft } from '#ui/business-keep.ts';

/** What is typed; both are numbers as people write them. */
type ContactField = 'phoneNumber' | 'representativePhone';
export type ContactDraft = Draft<ContactField>;

/** What the form of the contact data starts from. */
export interface ContactStart {
  owner: DraftOwner;
  /** What the draft was made from. */
  profile: BusinessProfile;
  draft: ContactDraft;
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

const ownerOf = (email: string, { merchantId, contactVersion }: BusinessProfile): DraftOwner => ({
  ...{ of: 'contact', email, basis: `${merchantId} ${contactVersion}` },
});

/** Where the form begins: what is kept on this device, else what is registered. */
export async function startContact(email: string, profile: BusinessProfile): Promise<ContactStart> {
  const owner = ownerOf(email, profile);
  const registered = registeredContact(profile);
  const kept = await readDraft(owner, registered);
  return { owner, profile, draft: kept?.draft ?? registered };
}

/** The draft over newer data, and kept as theirs: what was typed stays, what was not touched follows. */
export async function contactOver(
  draft: ContactDraft,
  before: ContactStart,
  profile: BusinessProfile,
): Promise<ContactStart> {
  const [old, fresh] = [registeredContact(before.profile), registeredContact(profile)];
  const next = {
    ...draft,
    texts: textsOver(draft.texts, old.texts, fresh.texts),
    files: draft.files.logo?.kind === 'chosen' ? draft.files : fresh.files,
  };
  const owner = ownerOf(before.owner.email, profile);
  // A chosen logo is kept already, beside the texts.
  await keepTexts(owner, next, null);
  return { owner, profile, draft: next };
}
