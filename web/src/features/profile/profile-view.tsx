import { Button } from '@mantine/core';
import { useId } from 'react';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { ProfileCards } from '#features/profile/profile-cards.tsx';
import { ProfileChangeCard } from '#features/profile/profile-change-card.tsx';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import css from './profile.module.css';

interface ProfileViewProps extends ProfileData {
  mayChange: boolean;
  onChanged: () => void;
}

/** The way to another change; while one waits, why there is none. */
function StartChange({ change }: Pick<ProfileData, 'change'>) {
  const reason = useId();
  if (change?.state === 'ACTION_REQUIRED') return null;
  if (change?.state !== 'PENDING_APPROVAL') {
    return (
      <ProfileLink edit="details" look="filled">
        Change legal or bank data
      </ProfileLink>
    );
  }
  return (
    <>
      <Button disabled aria-describedby={reason}>
        Change legal or bank data
      </Button>
      <span id={reason} className={css.when}>
        One change at a time: the one above is being checked.
      </span>
    </>
  );
}

/** The business as it is registered, what is being changed, and the ways to change it. */
export function ProfileView({ profile, change, mayChange, onChanged }: ProfileViewProps) {
  const { merchantId } = profile;
  const common = { merchantId, mayChange, onDone: onChanged };
  return (
    <div className={css.page}>
      {change && <ProfileChangeCard change={change} {...common} />}
      {mayChange && (
        <div className={css.actions}>
          <StartChange change={change} />
        </div>
      )}
      <ProfileCards profile={profile} mayChange={mayChange} />
    </div>
  );
}
