import { IconDevices, IconLogout } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { BESIDE_MENUS, type MenuEntry, MENUS } from '@tegeka/contract/kit/menus.ts';
import type { ReactNode } from 'react';
import { placeOf } from '#features/dashboard/menu-place.ts';
import { useFileUrl } from '#platform/call/file-url.ts';
import { config } from '#platform/config/config.ts';
import { type Session, signOut, useSession } from '#platform/session/session.ts';
import { GuestHeading } from '#ui/shell/guest-card.tsx';
import { MenuTree } from '#ui/shell/menu-tree.tsx';
import { ProductLogo, SchemeSwitch } from '#ui/shell/guest-shell.tsx';
import { SearchButton } from '#ui/shell/search-button.tsx';
import { SideShell } from '#ui/shell/side-shell.tsx';
import css from './signed-in-shell.module.css';

/** Up to two initials, for an organization without a logo. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}

/** The signed-in person and their organization. Clicking signs out. */
function ProfileButton({ session }: { session: Session }) {
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
        <span className={css.organization}>{name.trim().split(/\s+/, 1)}</span>
      </span>
      <IconLogout size={18} aria-hidden />
      <span className="tegeka-unseen">Log out</span>
    </button>
  );
}

/** Badge of the demo environment. */
const Sandbox = () =>
  config().environment === 'SANDBOX' && <span className={css.sandbox}>SANDBOX</span>;

interface TopBarProps {
  title: string | null;
  group: string | null;
  /** The pages that the search finds. */
  menu: readonly MenuEntry[];
}

/**
 * Title of the page, the search, the environment, a link to the person's sessions, and the colour scheme
 * switch.
 */
function TopBar({ title, group, menu }: TopBarProps) {
  return (
    <>
      <div className={css.place}>
        <p className={css.crumbs}>
          {group}
          <span className={css.onPhone}>
            <Sandbox />
          </span>
        </p>
        {title !== null && <h1 className={css.title}>{title}</h1>}
      </div>
      <div className={css.tools}>
        <span className={css.beside}>
          <Sandbox />
        </span>
        <SearchButton menu={menu} />
        <Link
          to="/dashboard/profile/sessions"
          className="tegeka-round"
          aria-label="Your sessions"
          title="Your sessions"
        >
          <IconDevices size={20} stroke={1.7} aria-hidden />
        </Link>
        <SchemeSwitch />
      </div>
    </>
  );
}

const NO_TITLE: { title?: string; ownHeading?: true } = {};

/** The side layout with the menu of the domain (specification, 2.2 and 2.3). */
export default function SignedInShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const screen = useRouterState({
    // A drawer is not a screen of its own: it manages the focus itself.
    select: (state) => state.matches.findLast((match) => !match.staticData.overlay)?.id ?? '',
  });
  const { title = null, ownHeading } = useRouterState({
    select: (state) =>
      state.matches.findLast((match) => match.staticData.title)?.staticData ?? NO_TITLE,
  });
  const { domain } = config();
  const menu = hasDashboard(domain) ? MENUS[domain] : [];
  const found = hasDashboard(domain) ? [...menu, ...BESIDE_MENUS[domain]] : [];
  const place = placeOf(menu, path);
  const side = (
    <>
      <div className={css.brand}>
        <ProductLogo />
      </div>
      <MenuTree entries={menu} path={path} current={place?.link.to ?? ''} />
      {session && <ProfileButton session={session} />}
    </>
  );
  return (
    <SideShell
      side={side}
      screen={screen}
      top={<TopBar title={ownHeading ? null : title} group={place?.group ?? null} menu={found} />}
    >
      <GuestHeading value={ownHeading ? 'h1' : 'h2'}>{children}</GuestHeading>
    </SideShell>
  );
}
