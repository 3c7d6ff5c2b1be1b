import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import {
  isGroup,
  leadsTo,
  type MenuEntry,
  type MenuLink,
  MENU_TABS,
  MENUS,
  type MenuTab,
} from '@tegeka/contract/kit/menus.ts';

/** A page's position in a menu: its link, and the label of its submenu. */
export interface MenuPlace {
  link: MenuLink;
  group: string | null;
}

function placesOf(entry: MenuEntry): MenuPlace[] {
  if (!isGroup(entry)) return [{ link: entry, group: null }];
  return entry.children.map((link) => ({ link, group: entry.label }));
}

/**
 * The menu entry of a page: of several matching ones that with the longest path. For a tab it is the
 * entry that the tab belongs to.
 */
export function placeOf(
  entries: readonly MenuEntry[],
  path: string,
  tabs: readonly MenuTab[] = [],
): MenuPlace | null {
  const page = tabs.find((tab) => leadsTo(tab, path))?.of ?? path;
  const found = entries.flatMap(placesOf).filter(({ link }) => leadsTo(link, page));
  return found.toSorted((a, b) => b.link.to.length - a.link.to.length)[0] ?? null;
}

/**
 * The tabs of a page, with its menu entry first. None if the page is not itself a tab, or if the person
 * may see no tab of the entry.
 */
export function tabsOf(
  place: MenuPlace | null,
  path: string,
  tabs: readonly MenuTab[],
): readonly MenuLink[] {
  const beside = tabs.filter(({ of }) => of === place?.link.to);
  if (!place || beside.length === 0) return [];
  const links = [place.link, ...beside];
  return links.some(({ to }) => to === path) ? links : [];
}

/** Pages for every signed-in person (specification, 2.1), independent of menus. */
const FOR_ALL = [
  '/dashboard',
  '/dashboard/mandates',
  '/dashboard/api-keys',
  '/dashboard/public-keys',
  '/dashboard/api-documentation',
  '/dashboard/billing',
  '/dashboard/profile',
  '/dashboard/profile/sessions',
  '/dashboard/customers',
  '/dashboard/products',
  '/dashboard/analytics',
];

/** Prefixes of pages below those of FOR_ALL that no menu of a business has. */
const BELOW_FOR_ALL = ['/dashboard/billing/'];

/** True for a page that is open to all, in the domain's menu or one of its tabs. */
export function mayVisit(domain: Domain, path: string): boolean {
  const page = path.replace(/\/$/, '');
  if (FOR_ALL.includes(page) || BELOW_FOR_ALL.some((below) => page.startsWith(below))) return true;
  if (!hasDashboard(domain)) return false;
  const isTabOf = (tabs: readonly MenuTab[]) => tabs.some((tab) => leadsTo(tab, page));
  // The path of a tab of another domain can begin as an entry of this one.
  if (isTabOf(Object.values(MENU_TABS).flat()) && !isTabOf(MENU_TABS[domain])) return false;
  return placeOf(MENUS[domain], page) !== null;
}
