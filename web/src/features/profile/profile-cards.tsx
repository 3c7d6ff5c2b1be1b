import type { BusinessProfile } from '@tegeka/contract/merchant-profile.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { ProfileChangeLink } from '#features/profile/profile-change-link.tsx';
import { ProfileAccountNumber } from '#features/profile/profile-account-number.tsx';
import { useSession } from '#platform/session/session.ts';
import { ACCOUNT_TYPE_LABELS } from '#ui/form/business-labels.ts';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import css from './profile.module.css';

interface ProfileCardsProps extends ProfileData {
  mayChange: boolean;
}

type OfProfile = Pick<ProfileCardsProps, 'profile' | 'mayChange'>;

function ContactCard({ profile, mayChange }: OfProfile) {
  const { contact, representative, logo } = profile;
  const edit = (
    <ProfileLink edit="contact" look="text">
      Edit contact data
    </ProfileLink>
  );
  const { firstName, lastName, email } = representative;
  return (
    <SummaryCard
      title="Contact"
      action={mayChange && edit}
      rows={[
        ['Phone Number', showPhone(contact.phoneNumber.subscriberNumber)],
        ['Representative', `${firstName} ${lastName}`],
        ['Representative’s Phone', showPhone(contact.representativePhone.subscriberNumber)],
        ['Email', email],
        ['Logo', <StoredDocument key="logo" label="Logo" {...logo} />],
      ]}
    />
  );
}

function addressRows({ businessAddress: address }: BusinessProfile): [string, ReactNode][] {
  return [
    ['Country', address.country],
    ['Country Code', address.countryCode],
    ['Region', address.region],
    ['Street', address.street],
    ['City', address.city],
    ['Postal Code', address.postalCode],
    ['Building Name', address.buildingName],
  ];
}

function accountRows({ profile, mayChange }: OfProfile): [string, ReactNode][] {
  const { bankAccount: account, merchantId } = profile;
  const { maskedNumber: masked } = account;
  const number = { merchantId, masked, mayReveal: mayChange };
  return [
    ['Bank', account.bankName],
    ['Account Name', account.accountName],
    ['Account Number', <ProfileAccountNumber key="number" {...number} />],
    ['Account Type', ACCOUNT_TYPE_LABELS[account.accountType]],
    ['Branch', account.branch],
    ['Branch Code', account.branchCode],
  ];
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
export function ProfileCards({ profile, change, mayChange }: ProfileCardsProps) {
  const start = { change, mayChange };
  const certificate = profile.certificateOfIncorporation;
  return (
    <div className={css.cards}>
      <ContactCard profile={profile} mayChange={mayChange} />
      <SummaryCard
        title="Business Info"
        action={<ProfileChangeLink {...start} of="business info" part="info" />}
        rows={[
          ['Name', profile.businessName],
          ['Industry', profile.industry],
          ['Registration Number', profile.registrationNumber],
          ['Tax Number', profile.taxNumber],
          [
            'Certificate',
            <StoredDocument key="certificate" label="Certificate" {...certificate} />,
          ],
        ]}
      />
      <SummaryCard
        title="Business Address"
        action={<ProfileChangeLink {...start} of="address" part="address" />}
        rows={addressRows(profile)}
      />
      <SummaryCard
        title="Bank Account"
        action={<ProfileChangeLink {...start} of="bank account" part="account" />}
        rows={accountRows({ profile, mayChange })}
      />
      <OwnCard />
    </div>
  );
}
