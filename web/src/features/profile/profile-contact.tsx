import type { BusinessProfile } from '@tegeka/contract/merchant-profile.ts';
import { showPhone, subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { useState } from 'react';
import { fetchProfile } from '#features/profile/profile-calls.ts';
import {
  type ContactDraft,
  contactOver,
  type ContactStart,
} from '#features/profile/profile-contact-draft.ts';
import { NOT_KEPT, ProfileForm } from '#features/profile/profile-form.tsx';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import { sendContact } from '#features/profile/profile-sending.ts';
import type { DraftFile } from '#ui/form/business-draft.ts';
import { BusinessFile } from '#ui/form/business-file.tsx';
import { type DraftHand, useDraft } from '#ui/form/business-hand.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { PhoneField } from '#ui/form/phone-field.tsx';
import { PHONE_INVALID } from '#ui/form/phone-words.ts';
import css from './profile.module.css';

type ContactErrors = Partial<Record<keyof ContactDraft['texts'] | 'logo', string>>;

const phoneOf = (subscriberNumber: number) =>
  ({ countryCode: '256', region: 'UG', subscriberNumber }) as const;

/** The contact data to send, or what is wrong with them. */
function readyContact({ texts }: ContactDraft) {
  const business = subscriberOf(texts.phoneNumber, 'any');
  const person = subscriberOf(texts.representativePhone, 'mobile');
  const errors: ContactErrors = {
    ...(business === null && { phoneNumber: PHONE_INVALID }),
    ...(person === null && { representativePhone: 'Enter a mobile number of Uganda' }),
  };
  if (business === null || person === null) return { errors };
  return { contact: { phoneNumber: phoneOf(business), representativePhone: phoneOf(person) } };
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
        {showPhone(contact.representativePhone.subscriberNumber)}, logo {logo.name}. Your own
        changes are still below; saving replaces theirs.
      </p>
    </NoteBox>
  );
}

interface ContactFormProps {
  start: ContactStart;
  onOvertaken: (draft: ContactDraft) => Promise<void>;
  onDone: () => Promise<void>;
  /** What was typed is given up, and forgotten. */
  onCancelled: () => void;
}

type ContactHand = DraftHand<keyof ContactDraft['texts']>;

function useSaving(hand: ContactHand, { start, onOvertaken, onDone }: ContactFormProps) {
  const [errors, setErrors] = useState<ContactErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [working, run] = useBusy();
  const save = async () => {
    const draft = await hand.settled();
    const ready = readyContact(draft);
    setErrors(ready.errors ?? {});
    setFailure(null);
    if (!ready.contact) return;
    const { merchantId, contactVersion: version } = start.profile;
    const { logo } = draft.files;
    const outcome = await sendContact({
      ...{ params: { merchantId }, body: { ...ready.contact, version } },
      files: logo?.kind === 'chosen' ? { logo: logo.file } : {},
    });
    if (outcome.kind === 'sent') {
      await hand.forget();
      await onDone();
    } else if (outcome.kind === 'conflict') await onOvertaken(draft);
    else {
      setFailure(outcome.words);
      setErrors(outcome.fields.logo ? { logo: outcome.fields.logo } : {});
    }
  };
  return { errors, setErrors, failure, working, save: () => void run(save) };
}

interface ContactInputsProps {
  hand: ContactHand;
  /** The one that stays unless another is chosen. */
  registeredLogo: DraftFile;
  errors: ContactErrors;
  onTouched: () => void;
}

function ContactInputs({ hand, registeredLogo, errors, onTouched }: ContactInputsProps) {
  const { texts, files } = hand.draft;
  const type = (field: keyof ContactDraft['texts']) => (text: string) => {
    hand.setText(field, text);
    onTouched();
  };
  return (
    <div className={css.inputs}>
      <PhoneField
        label="Business Phone Number"
        value={texts.phoneNumber}
        error={errors.phoneNumber}
        onChange={type('phoneNumber')}
      />
      <PhoneField
        label="Representative’s Phone"
        note="A mobile number"
        value={texts.representativePhone}
        error={errors.representativePhone}
        onChange={type('representativePhone')}
      />
      <div className={css.wide}>
        <BusinessFile
          field="logo"
          file={files.logo}
          stays={files.logo?.kind === 'stored'}
          error={errors.logo}
          comment={undefined}
          onLook={hand.lookInto}
          onChange={(file) => {
            hand.setFile('logo', file ?? registeredLogo);
            onTouched();
          }}
        />
      </div>
    </div>
  );
}

function ContactForm(props: ContactFormProps) {
  const { start } = props;
  const hand = useDraft(start.owner, start);
  const { errors, setErrors, failure, working, save } = useSaving(hand, props);
  return (
    <ProfileForm
      heading="Edit contact data"
      text="Changes take effect as soon as they are saved. The representative’s name and email belong to their account and are not changed here."
      action="Save"
      working={working}
      back={
        <ProfileLink look="default" onLeave={() => void hand.forget().then(props.onCancelled)}>
          Cancel
        </ProfileLink>
      }
      onSubmit={save}
    >
      <div className={css.notes} role="alert">
        {start.isOlder && <Theirs profile={start.profile} />}
        {hand.lost && <NoteBox tone="warning">{NOT_KEPT}</NoteBox>}
      </div>
      <ContactInputs
        {...{ hand, errors, onTouched: () => setErrors({}) }}
        registeredLogo={{ kind: 'stored', stored: start.profile.logo }}
      />
      <div className={css.notes} role="alert">
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
    </ProfileForm>
  );
}

/** Contact data and logo, which change at once; what is typed is kept until it is saved. */
export function ProfileContact(props: Pick<ContactFormProps, 'start' | 'onDone' | 'onCancelled'>) {
  const [held, setHeld] = useState({ start: props.start, round: 0 });
  const overtaken = async (draft: ContactDraft) => {
    const fresh = await fetchProfile(held.start.profile.merchantId);
    const start = await contactOver(draft, held.start, fresh);
    setHeld({ start, round: held.round + 1 });
  };
  return (
    <ContactForm key={held.round} {...props} {...{ start: held.start, onOvertaken: overtaken }} />
  );
}
