import { isGroup, leadsTo, type MenuEntry, type MenuLink } from '@tegeka/contract/kit/menus.ts';

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
