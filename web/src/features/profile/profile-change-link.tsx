import type { ChangeState } from '@tegeka/contract/merchant-changes.ts';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import type { ChangePart } from '#features/profile/profile-search.ts';
import css from './profile.module.css';

/** Why no other change can be begun for now: there is one at a time. */
const ONE_AT_A_TIME: Partial<Record<ChangeState, string>> = {
  PENDING_APPROVAL: 'Change in review',
  ACTION_REQUIRED: 'See above',
};

interface ChangeLinkProps extends Pick<ProfileData, 'change'> {
  mayChange: boolean;
  /** What the card shows, as the link names it. */
  of: string;
  /** Where the form begins. */
  part: ChangePart;
}

/** The way to the form for legal and bank data, in the head of what it changes. */
export function ProfileChangeLink({ change, mayChange, of, part }: ChangeLinkProps) {
  if (!mayChange) return null;
  const why = change && ONE_AT_A_TIME[change.state];
  if (why) return <span className={css.when}>{why}</span>;
  return (
    <ProfileLink edit="details" part={part} look="text">
      {`Change ${of}`}
    </ProfileLink>
  );
}
