import { IconChevronRight } from '@tabler/icons-react';
import { Link, type RegisteredRouter, useRouter } from '@tanstack/react-router';
import {
  isGroup,
  isOpen,
  type MenuEntry,
  type MenuGroup,
  type MenuLink,
} from '@tegeka/contract/kit/menus.ts';
import { type ReactNode, useId, useState } from 'react';
import { MenuIcon } from './menu-icon.tsx';
import layout from './layout.module.css';
import css from './side-shell.module.css';

type Screen = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}` | `${string}/`>;

/** The paths of the menu come from the contract: true if the router has a screen for one. */
function isScreen(path: string, screens: object): path is Screen {
  return Object.hasOwn(screens, path);
}

interface ScreenLinkProps {
  to: string;
  className: string | undefined;
  /** Set by the menu, not by the router: the page of another link may be below this link's path. */
  isCurrent: boolean;
  children: ReactNode;
}

function ScreenLink({ to, className, isCurrent, children }: ScreenLinkProps) {
  const router = useRouter();
  if (!isScreen(to, router.routesByPath)) return null;
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

function MenuLeaf({ link: { to, label, icon }, current }: { link: MenuLink; current: string }) {
  return (
    <li>
      <ScreenLink to={to} className={layout.entry} isCurrent={current === to}>
        {icon && <MenuIcon meaning={icon} />}
        {label}
      </ScreenLink>
    </li>
  );
}

/** A submenu: open by route, or by the person's own click until they go elsewhere. */
function MenuBranch({ group, path, current }: { group: MenuGroup; path: string; current: string }) {
  const id = useId();
  const [toggled, setToggled] = useState<{ at: string; open: boolean } | null>(null);
  // On another page it is open by route again.
  if (toggled && toggled.at !== path) setToggled(null);
  const open = toggled?.at === path ? toggled.open : isOpen(group, path);
  return (
    <li>
      <button
        type="button"
        className={layout.entry}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setToggled({ at: path, open: !open })}
      >
        <MenuIcon meaning={group.icon} />
        {group.label}
        <IconChevronRight size={16} aria-hidden />
      </button>
      <ul id={id} hidden={!open}>
        {group.children.map(({ label, to }) => (
          // Without icons, which only the first level of the menu has.
          <MenuLeaf key={to} link={{ label, to }} current={current} />
        ))}
      </ul>
    </li>
  );
}

interface MenuTreeProps {
  entries: readonly MenuEntry[];
  /** The path of the page. */
  path: string;
  /** The path of the entry that the page belongs to. */
  current: string;
}

export function MenuTree({ entries, path, current }: MenuTreeProps) {
  return (
    <nav className={css.menu} aria-label="Main">
      <ul>
        {entries.map((entry) =>
          isGroup(entry) ? (
            <MenuBranch key={entry.label} group={entry} path={path} current={current} />
          ) : (
            <MenuLeaf key={entry.to} link={entry} current={current} />
          ),
        )}
      </ul>
    </nav>
  );
}

/** Scrolls the tabs sideways to the current one, without scrolling the page. */
export function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (tabs && current) tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - 24;
}

interface PageTabsProps {
  tabs: readonly (MenuLink & { more?: ReactNode })[];
  /** The path of the page. */
  path: string;
}

export function PageTabs({ tabs, path }: PageTabsProps) {
  return (
    <nav ref={showCurrent} className={`${layout.tabs} ${css.pages}`} aria-label="Tabs">
      {tabs.map(({ label, to, more }) => (
        <ScreenLink
          key={to}
          to={to}
          className={`${layout.line} ${css.tab}`}
          isCurrent={to === path}
        >
          {label}
          {more}
        </ScreenLink>
      ))}
    </nav>
  );
}
