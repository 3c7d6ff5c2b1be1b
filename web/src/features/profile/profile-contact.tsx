import type { BusinessProfile } from '@tegeka/contract/merchant-profile.ts';
import { subscriberOf } from '@tegeka/contract/phone.ts';
import { showPhone } from '@tegeka/contract/phone-text.ts';
import { useState } from 'react';
import { fetchProfile } from '#features/profile/profile-calls.ts';
import { sendContact } from '#features/profile/profile-sending.ts';
import { ProfileForm } from '#features/profile/profile-form.tsx';
import type { DraftFile } from '#ui/business-draft.ts';
import { BusinessFile } from '#ui/business-file.tsx';
import { useBusy } from '#ui/busy.ts';
import { NoteBox } from '#ui/note-box.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { PHONE_INVALID } from '#ui/phone-words.ts';
import css from './profile.module.css';

/** What is typed. */
interface ContactDraft {
  phone: string;
  representative: string;
  /** Null while the registered one stays. */
  logo: File | null;
}

type ContactFaults = Partial<Record<keyof ContactDraft, string>>;

const draftOf = ({ contact }: BusinessProfile): ContactDraft => ({
  phone: String(contact.phoneNumber.subscriberNumber),
  representative: String(contact.representativePhone.subscriberNumber),
  logo: null,
});

const phoneOf = (subscriberNumber: number) =>
  ({ countryCode: '256', region: 'UG', subscriberNumber }) as const;

/** The contact data to send, or what is wrong with them. */
function readyContact({ phone, representative }: ContactDraft) {
  const [business, person] = [subscriberOf(phone, 'any'), subscriberOf(representative, 'mobile')];
  const faults: ContactFaults = {
    ...(business === null && { phone: PHONE_INVALID }),
    ...(person === null && { representative: 'Enter a mobile number of Uganda' }),
  };
  if (business === null || person === null) return { faults };
  return { contact: { phoneNumber: phoneOf(business), representativePhone: phoneOf(person) } };
}

/** The draft over newer data: what was typed stays, what was not touched follows. */
function over(draft: ContactDraft, before: BusinessProfile, now: BusinessProfile): ContactDraft {
  const [old, fresh] = [draftOf(before), draftOf(now)];
  return {
    ...draft,
    phone: draft.phone === old.phone ? fresh.phone : draft.phone,
    representative:
      draft.representative === old.representative ? fresh.representative : draft.representative,
  };
}

/** What somebody else has saved meanwhile, beside what was typed here. */
function Theirs({ profile }: { profile: BusinessProfile }) {
  const { contact, logo } = profile;
  return (
    <NoteBox
      tone="warning"
      title="Somebody else has changed these contact data since you opened them."
    >
      <p>
        Now registered: {showPhone(contact.phoneNumber.subscriberNumber)}, representative{' '}
        {showPhone(contact.representativePhone.subscriberNumber)}, logo {logo.name}. What you
        changed stands below; saving puts it in the place of theirs.
      </p>
    </NoteBox>
  );
}

interface ContactFormProps {
  profile: BusinessProfile;
  onDone: () => Promise<void>;
}

function useContact({ profile, onDone }: ContactFormProps) {
  const [draft, setDraft] = useState(() => draftOf(profile));
  const [faults, setFaults] = useState<ContactFaults>({});
  const [failure, setFailure] = useState<string | null>(null);
  // What the draft was made from; what somebody else has saved meanwhile takes its place.
  const [base, setBase] = useState(profile);
  const [conflict, setConflict] = useState(false);
  const [working, run] = useBusy();
  const save = async () => {
    const ready = readyContact(draft);
    setFaults(ready.faults ?? {});
    setFailure(null);
    if (!ready.contact) return;
    const { merchantId } = profile;
    const version = base.contactVersion;
    const outcome = await sendContact({
      ...{ params: { merchantId }, body: { ...ready.contact, version } },
      files: draft.logo ? { logo: draft.logo } : {},
    });
    if (outcome.kind === 'sent') await onDone();
    else if (outcome.kind === 'conflict') {
      const fresh = await fetchProfile(merchantId);
      setBase(fresh);
      setDraft(over(draft, base, fresh));
      setConflict(true);
    } else {
      setFailure(outcome.words);
      setFaults(outcome.fields.logo ? { logo: outcome.fields.logo } : {});
    }
  };
  const change = (part: Partial<ContactDraft>) => {
    // A file arrives when it has been looked at, and must not undo what was typed meanwhile.
    setDraft((before) => ({ ...before, ...part }));
    setFaults({});
  };
  return { draft, change, faults, failure, base, conflict, working, save: () => void run(save) };
}

/** Contact data and logo, which change at once. */
export function ProfileContact({ profile, onDone }: ContactFormProps) {
  const { draft, change, faults, failure, base, conflict, working, save } = useContact({
    profile,
    onDone,
  });
  const [looking, setLooking] = useState(false);
  const logo: DraftFile = draft.logo
    ? { kind: 'chosen', file: draft.logo }
    : { kind: 'stored', stored: base.logo };
  return (
    <ProfileForm
      heading="Edit contact data"
      text="This holds as soon as it is saved. The representative’s name and email belong to their account and are not changed here."
      action="Save"
      working={working || looking}
      onSubmit={save}
    >
      <div className={css.notes} role="alert">
        {conflict && <Theirs profile={base} />}
      </div>
      <div className={css.inputs}>
        <PhoneField
          label="Business Phone Number"
          value={draft.phone}
          error={faults.phone}
          onChange={(phone) => change({ phone })}
        />
        <PhoneField
          label="Representative’s Phone"
          note="A mobile number"
          value={draft.representative}
          error={faults.representative}
          onChange={(representative) => change({ representative })}
        />
        <div className={css.wide}>
          <BusinessFile
            field="logo"
            file={logo}
            stays={logo.kind === 'stored'}
            error={faults.logo}
            comment={undefined}
            onLook={(look) => {
              setLooking(true);
              void look.finally(() => setLooking(false));
            }}
            onChange={(file) => change({ logo: file?.kind === 'chosen' ? file.file : null })}
          />
        </div>
      </div>
      <div className={css.notes} role="alert">
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
    </ProfileForm>
  );
}
