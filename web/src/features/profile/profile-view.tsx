import { useEffect, useRef } from 'react';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { ProfileCards } from '#features/profile/profile-cards.tsx';
import { ProfileChangeCard } from '#features/profile/profile-change-card.tsx';
import css from './profile.module.css';

interface ProfileViewProps extends ProfileData {
  mayChange: boolean;
  /** True where a form was here before: then the focus comes to the profile. */
  returning: boolean;
  onChanged: () => void;
}

/** The business as it is registered, what is being changed, and the ways to change it. */
export function ProfileView(props: ProfileViewProps) {
  const { profile, change, mayChange, returning, onChanged } = props;
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (returning) page.current?.focus({ preventScroll: true });
  }, [returning]);
  const { merchantId } = profile;
  const card = change && (
    <ProfileChangeCard
      change={change}
      merchantId={merchantId}
      mayChange={mayChange}
      onDone={onChanged}
    />
  );
  // What needs somebody, or came to nothing, stands first; what is done, last.
  const done = change?.state === 'APPLIED' || change?.state === 'WITHDRAWN';
  return (
    <div ref={page} tabIndex={-1} className={css.page}>
      {!done && card}
      <ProfileCards profile={profile} change={change} mayChange={mayChange} />
      {done && card}
    </div>
  );
}
