import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import {
  isGroup,
  leadsTo,
  type MenuEntry,
  type MenuLink,
  MENUS,
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

/** The menu entry of a page: of several matching ones, the one with the longest path. */
export function placeOf(entries: readonly MenuEntry[], path: string): MenuPlace | null {
  const found = entries.flatMap(placesOf).filter(({ link }) => leadsTo(link, path));
  return found.toSorted((a, b) => b.link.to.length - a.link.to.length)[0] ?? null;
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

/** Pages that no menu of a business names, with all below them. */
const BELOW_FOR_ALL = ['/dashboard/billing/'];

/** True for a page that is open to all or in the domain's menu. */
export function mayVisit(domain: Domain, path: string): boolean {
  const page = path.replace(/\/$/, '');
  if (FOR_ALL.includes(page) || BELOW_FOR_ALL.some((below) => page.startsWith(below))) return true;
  return hasDashboard(domain) && placeOf(MENUS[domain], page) !== null;
}
