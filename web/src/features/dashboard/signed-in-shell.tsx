import { useRouterState } from '@tanstack/react-router';
import { hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { MENUS } from '@tegeka/contract/kit/menus.ts';
import type { ReactNode } from 'react';
import { placeOf } from './menu-place.ts';
import { ProfileButton } from './profile-button.tsx';
import { TopBar } from './top-bar.tsx';
import { config } from '#platform/config/config.ts';
import { useSession } from '#platform/session/session.ts';
import { GuestHeading } from '#ui/shell/guest-card.tsx';
import { MenuTree } from '#ui/shell/menu-tree.tsx';
import { ProductLogo } from '#ui/shell/guest-shell.tsx';
import { SideShell } from '#ui/shell/side-shell.tsx';
import css from './signed-in-shell.module.css';

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
      top={<TopBar title={ownHeading ? null : title} group={place?.group ?? null} menu={menu} />}
    >
      <GuestHeading value={ownHeading ? 'h1' : 'h2'}>{children}</GuestHeading>
    </SideShell>
  );
}
