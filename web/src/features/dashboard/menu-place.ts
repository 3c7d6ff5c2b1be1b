import { isGroup, leadsTo, type MenuEntry, type MenuLink } from '@tegeka/contract/kit/menus.ts';

/** Where a page stands in a menu: its link, and the label of the submenu around it. */
export interface MenuPlace {
  link: MenuLink;
  group: string | null;
}

function placesOf(entry: MenuEntry): MenuPlace[] {
  if (!isGroup(entry)) return [{ link: entry, group: null }];
  return entry.children.map((link) => ({ link, group: entry.label }));
}

/** The entry that a page belongs to: of several that lead to it, the one with the longest address. */
export function placeOf(entries: readonly MenuEntry[], path: string): MenuPlace | null {
  const found = entries.flatMap(placesOf).filter(({ link }) => leadsTo(link, path));
  return found.toSorted((a, b) => b.link.to.length - a.link.to.length)[0] ?? null;
}
