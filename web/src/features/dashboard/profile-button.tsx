import { IconLogout } from '@tabler/icons-react';
import { useFileUrl } from '#platform/call/file-url.ts';
import { type Session, signOut } from '#platform/session/session.ts';
import { firstWord, initialsOf } from '#features/dashboard/profile-words.ts';
import css from './signed-in-shell.module.css';

/** The signed-in person and their organization. Clicking signs out. */
export function ProfileButton({ session }: { session: Session }) {
  const { user, organization } = session;
  const name = organization?.organizationName ?? user.registration?.businessName ?? '';
  const logoUrl = organization?.logoUrl ?? null;
  const stored = logoUrl?.startsWith('/api/') ?? false;
  const fetched = useFileUrl(stored ? logoUrl : null);
  const logo = fetched.kind === 'ready' ? fetched.url : stored ? null : logoUrl;
  return (
    <button type="button" className={css.profile} title="Log out" onClick={() => void signOut()}>
      <span className={css.logo} aria-hidden>
        {logo ? <img src={logo} alt="" /> : initialsOf(name)}
      </span>
      <span className={css.names}>
        <span>{user.firstName}</span>
        <span className={css.organization}>{firstWord(name)}</span>
      </span>
      <IconLogout size={18} aria-hidden />
      <span className="tegeka-unseen">Log out</span>
    </button>
  );
}
