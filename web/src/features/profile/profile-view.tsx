import { Anchor, Button } from '@mantine/core';
import { CONTACT_FIELDS, MERCHANT_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import { revealAccountNumber } from '@tegeka/contract/merchants/merchant-profile.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import { useEffect, useRef } from 'react';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { linkToEdit, ProfileChangeCard } from '#features/profile/profile-change-card.tsx';
import { SummaryEmail } from '#features/profile/profile-summary-email.tsx';
import { call } from '#platform/call/call.ts';
import { FieldSections } from '#ui/detail/field-sections.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { RevealedValue } from '#ui/detail/revealed-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './profile.module.css';

interface ProfileViewProps extends ProfileData {
  mayChange: boolean;
  /** Why nothing can be changed for now, in words; null where it can. */
  blocked: string | null;
  /** True after a form was closed: then the profile gets the focus. */
  returning: boolean;
  onChanged: () => void;
}

/** By section: its part of the form, and the text of its link. */
const PARTS: Readonly<Record<string, readonly [part: string, text: string]>> = {
  'Business Info': ['info', 'Change business info'],
  'Business Address': ['address', 'Change address'],
  'Bank Account': ['account', 'Change bank account'],
};

/** The id of the reason above the cards. */
const BLOCKED_ID = 'profile-blocked';

interface EditLinkProps extends Pick<ProfileViewProps, 'blocked'> {
  edit: 'contact' | 'details';
  part?: string;
  children: string;
}

/** A link to a form; a disabled button while nothing can be changed. */
function EditLink({ edit, part, blocked, children }: EditLinkProps) {
  if (blocked === null) return <Anchor renderRoot={linkToEdit(edit, part)}>{children}</Anchor>;
  return (
    <Button variant="default" size="xs" disabled aria-describedby={BLOCKED_ID}>
      {children}
    </Button>
  );
}

/** A link that changes a section; only one change may be open at a time. */
function changeLink(section: string, { change, mayChange, blocked }: ProfileViewProps) {
  if (!mayChange) return null;
  if (change?.state === 'PENDING_APPROVAL')
    return <span className={layout.when}>Change in review</span>;
  if (change?.state === 'ACTION_REQUIRED') return <span className={layout.when}>See above</span>;
  const [part = '', text = ''] = PARTS[section] ?? [];
  return (
    <EditLink edit="details" part={part} blocked={blocked}>
      {text}
    </EditLink>
  );
}

/** The reviewed data, by section. */
function Details(props: ProfileViewProps) {
  const { profile, mayChange } = props;
  const { merchantId, bankAccount } = profile;
  const reveal = async () =>
    (await call(revealAccountNumber, { params: { merchantId } })).accountNumber;
  return (
    <FieldSections
      fields={MERCHANT_FIELDS}
      entity={{ ...profile, ...textsOf(profile), bank: bankAccount.bankName }}
      without={['phoneNumber', 'logo']}
      shown={{
        accountNumber: (
          <RevealedValue
            masked={bankAccount.maskedNumber}
            label="account number"
            reveal={mayChange ? reveal : null}
          />
        ),
      }}
      action={(section) => changeLink(section, props)}
    />
  );
}

function ContactCard({ profile, mayChange, blocked }: ProfileViewProps) {
  const { merchantId, contact, logo } = profile;
  const { firstName, lastName, email } = profile.representative;
  const { phoneNumber, representativePhone, logo: picture } = CONTACT_FIELDS;
  return (
    <SummaryCard
      title="Contact"
      action={
        mayChange && (
          <EditLink edit="contact" blocked={blocked}>
            Edit contact data
          </EditLink>
        )
      }
      rows={[
        [phoneNumber.label, showPhone(contact.phoneNumber.subscriberNumber)],
        ['Representative', `${firstName} ${lastName}`],
        [representativePhone.label, showPhone(contact.representativePhone.subscriberNumber)],
        ['Email', email],
        [
          'Daily Summary',
          <SummaryEmail key="summary" merchantId={merchantId} mayChange={mayChange} />,
        ],
        [picture.label, <StoredDocument key="logo" label={picture.label} replaceable {...logo} />],
      ]}
    />
  );
}

/** The registered data of the business, its last change, and links to the forms. */
export function ProfileView(props: ProfileViewProps) {
  const { profile, change, mayChange, blocked, returning, onChanged } = props;
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (returning) page.current?.focus({ preventScroll: true });
  }, [returning]);
  const card = change && (
    <ProfileChangeCard
      change={change}
      merchantId={profile.merchantId}
      mayChange={mayChange}
      onDone={onChanged}
    />
  );
  // A change that is open or was rejected comes first; a finished one comes last.
  const done = change?.state === 'APPLIED' || change?.state === 'WITHDRAWN';
  return (
    <div ref={page} tabIndex={-1} className={`${layout.stack} ${layout.below}`}>
      {mayChange && blocked !== null && (
        <p id={BLOCKED_ID} className={layout.text}>
          {blocked}
        </p>
      )}
      {!done && card}
      <div className={css.cards}>
        <ContactCard {...props} />
        <Details {...props} />
      </div>
      {done && card}
    </div>
  );
}
