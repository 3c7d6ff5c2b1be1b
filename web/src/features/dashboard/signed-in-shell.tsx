import { IconDevices, IconLogout } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { MENU_TABS, type MenuEntry, MENUS } from '@tegeka/contract/kit/menus.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { placeOf, tabsOf } from '#features/dashboard/menu-place.ts';
import { useFileUrl } from '#platform/call/file-url.ts';
import { config } from '#platform/config/config.ts';
import { type Session, signOut, useSession } from '#platform/session/session.ts';
import { pageTitle } from '#platform/router/route-data.ts';
import { GuestHeading } from '#ui/shell/guest-card.tsx';
import { MenuTree, PageTabs } from '#ui/shell/menu-tree.tsx';
import { ProductLogo, SchemeSwitch } from '#ui/shell/guest-shell.tsx';
import { SearchButton } from '#ui/shell/search-button.tsx';
import { SideShell } from '#ui/shell/side-shell.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './signed-in-shell.module.css';

// Lazy: only operators see it.
const OpenExceptions = lazy(async () => ({
  default: (await import('./open-exceptions.tsx')).OpenExceptions,
}));

/** Up to two initials, for an organization without a logo. */
function initialsOf(name: string): string {
  const text = name.trim().split(/\s+/).filter(Boolean);
  return text
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
  const fetched = useFileUrl(stored ? logoUrl : null, true);
  const logo = fetched.kind === 'ready' ? fetched.url : stored ? null : logoUrl;
  return (
    <button
      type="button"
      className={`${layout.entry} ${css.profile}`}
      title="Log out"
      onClick={() => void signOut()}
    >
      {logo ? (
        <img src={logo} alt="" width={36} height={36} className={layout.picture} />
      ) : (
        <span className={layout.mark} aria-hidden>
          {initialsOf(name)}
        </span>
      )}
      <span className={css.names}>
        <span className={layout.cut}>{user.firstName}</span>
        <span className={`${layout.cut} ${layout.small}`}>{name.trim().split(/\s+/, 1)}</span>
      </span>
      <IconLogout size={18} aria-hidden />
      <span className="tegeka-unseen">Log out</span>
    </button>
  );
}

const Sandbox = () =>
  config().environment === 'SANDBOX' && (
    <span className={`${layout.badge} ${css.sandbox}`} data-tone="yellow">
      SANDBOX
    </span>
  );

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
        <p className={layout.small}>
          {group} <Sandbox />
        </p>
        {title !== null && <h1 className={layout.cut}>{title}</h1>}
      </div>
      <div className={`${layout.line} ${css.tools}`}>
        <Sandbox />
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

/** The side layout with the menu of the domain (specification, 2.2 and 2.3). */
export function SignedInShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // A drawer is not a screen of its own: it manages the focus itself.
  const screen = useRouterState({
    select: (state) => state.matches.findLast((match) => !match.staticData.overlay)?.id ?? '',
  });
  const page = useRouterState({
    select: (state) =>
      state.matches.findLast((match) => !match.staticData.overlay)?.pathname.replace(/\/$/, '') ??
      '',
  });
  const { domain } = config();
  const title = useRouterState({ select: (state) => pageTitle(state.matches, domain) });
  const ownHeading = useRouterState({
    select: (state) => state.matches.some((match) => match.staticData.ownHeading),
  });
  const menu = hasDashboard(domain) ? MENUS[domain] : [];
  const beside = hasDashboard(domain) ? MENU_TABS[domain] : [];
  const seen = beside.filter(
    ({ permission }) => !permission || session?.user.roles.includes(permission),
  );
  const place = placeOf(menu, path, beside);
  const tabs = tabsOf(place, page, seen).map((tab) =>
    tab.to === '/dashboard/mandates/exceptions' ? { ...tab, more: <OpenExceptions /> } : tab,
  );
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
      top={
        <TopBar
          title={ownHeading ? null : title}
          group={place?.group ?? null}
          menu={[...menu, ...seen]}
        />
      }
    >
      {tabs.length > 0 && (
        <Suspense>
          <PageTabs tabs={tabs} path={page} />
        </Suspense>
      )}
      <GuestHeading value={ownHeading ? 'h1' : 'h2'}>{children}</GuestHeading>
    </SideShell>
  );
}
