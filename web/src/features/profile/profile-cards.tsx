import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  CONTACT_FIELDS,
  DETAIL_FIELDS,
  type DetailField,
  MERCHANT_SECTIONS,
  merchantField,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import type { ChangeState } from '@tegeka/contract/merchants/merchant-changes.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import type { BusinessProfile } from '@tegeka/contract/merchants/merchant-profile.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import { type ProfileData, revealNumber } from '#features/profile/profile-calls.ts';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import { useSession } from '#platform/session/session.ts';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { RevealedValue } from '#ui/detail/revealed-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import css from './profile.module.css';

interface ProfileCardsProps extends ProfileData {
  mayChange: boolean;
}

/** How each section is reached in the form, and named in its link. */
const PARTS = {
  'Business Info': ['info', 'business info'],
  'Business Address': ['address', 'address'],
  'Bank Account': ['account', 'bank account'],
} as const;

/** Why no other change can be begun for now: there is one at a time. */
const ONE_AT_A_TIME: Partial<Record<ChangeState, string>> = {
  PENDING_APPROVAL: 'Change in review',
  ACTION_REQUIRED: 'See above',
};

/** The way to the form for legal and bank data, in the head of what it changes. */
function ChangeLink({ change, section }: Pick<ProfileData, 'change'> & { section: Section }) {
  const why = change && ONE_AT_A_TIME[change.state];
  if (why) return <span className={css.when}>{why}</span>;
  const [part, words] = PARTS[section];
  return (
    <ProfileLink edit="details" part={part} look="text">
      {`Change ${words}`}
    </ProfileLink>
  );
}
type Section = (typeof MERCHANT_SECTIONS)[number];

function valueOf(key: DetailField, { profile, mayChange }: ProfileCardsProps) {
  const { kind, label, options, masked } = merchantField(key);
  const text = textsOf(profile)[key] ?? '';
  if (key === 'bank') return profile.bankAccount.bankName;
  if (kind === 'file')
    return <StoredDocument label={label} {...profile.certificateOfIncorporation} />;
  if (!masked) return options?.find(({ value }) => value === text)?.label ?? text;
  const { merchantId, bankAccount } = profile;
  return (
    <RevealedValue
      masked={bankAccount.maskedNumber}
      label={label.toLowerCase()}
      reveal={mayChange ? () => revealNumber(merchantId) : null}
    />
  );
}

function ContactCard({ profile, mayChange }: { profile: BusinessProfile; mayChange: boolean }) {
  const { contact, representative, logo } = profile;
  const { firstName, lastName, email } = representative;
  const { phoneNumber, representativePhone, logo: picture } = CONTACT_FIELDS;
  return (
    <SummaryCard
      title="Contact"
      action={
        mayChange && (
          <ProfileLink edit="contact" look="text">
            Edit contact data
          </ProfileLink>
        )
      }
      rows={[
        [phoneNumber.label, showPhone(contact.phoneNumber.subscriberNumber)],
        ['Representative', `${firstName} ${lastName}`],
        [representativePhone.label, showPhone(contact.representativePhone.subscriberNumber)],
        ['Email', email],
        [picture.label, <StoredDocument key="logo" label={picture.label} {...logo} />],
      ]}
    />
  );
}

/** Who is looking, and the way to where they are signed in. */
function OwnCard() {
  const user = useSession()?.user;
  if (!user) return null;
  return (
    <SummaryCard
      title="Your Account"
      action={
        <Anchor component={Link} to="/dashboard/profile/sessions">
          See your sessions
        </Anchor>
      }
      rows={[
        ['Signed in as', `${user.firstName} ${user.lastName}`],
        ['Sign-in Email', user.email],
      ]}
    />
  );
}

/** The business as it is registered, card by card. */
export function ProfileCards(props: ProfileCardsProps) {
  const { profile, change, mayChange } = props;
  return (
    <div className={css.cards}>
      <ContactCard profile={profile} mayChange={mayChange} />
      {MERCHANT_SECTIONS.map((section) => (
        <SummaryCard
          key={section}
          title={section}
          action={mayChange && <ChangeLink change={change} section={section} />}
          rows={DETAIL_FIELDS.filter((key) => merchantField(key).section === section).map((key) => [
            merchantField(key).label,
            valueOf(key, props),
          ])}
        />
      ))}
      <OwnCard />
    </div>
  );
}
