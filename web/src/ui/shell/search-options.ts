import { isGroup, type MenuEntry, type MenuLink } from '@tegeka/contract/kit/menus.ts';
import { SEARCH_HITS_MAX, SEARCH_LETTERS_MIN, searchAll } from '@tegeka/contract/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';

/** Something that can be chosen. */
export interface SearchOption {
  path: string;
  title: string;
  sub: string | null;
  state: string | null;
}

export interface SearchGroup {
  label: string;
  options: readonly SearchOption[];
}

/** Milliseconds after the last key before the server is asked. */
const PAUSE_MS = 200;

/** The pages of a menu with a word that begins with the text. */
function pagesOf(menu: readonly MenuEntry[], text: string): SearchOption[] {
  const wanted = ` ${text.toLowerCase()}`;
  const pageOf = ({ label, to }: MenuLink, group: string | null): SearchOption => ({
    path: to,
    title: label,
    sub: group,
    state: null,
  });
  return menu
    .flatMap((entry) =>
      isGroup(entry)
        ? entry.children.map((link) => pageOf(link, entry.label))
        : [pageOf(entry, null)],
    )
    .filter(({ title }) => ` ${title.toLowerCase()}`.includes(wanted))
    .slice(0, SEARCH_HITS_MAX);
}

/** The text once nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}

/** What a text finds: pages at once, everything else by the server. */
export function useSearch(menu: readonly MenuEntry[], typed: string) {
  const text = typed.trim();
  const settled = useSettled(text);
  const asks = text.length >= SEARCH_LETTERS_MIN;
  const { data, error, isFetching, refetch } = useQuery(
    {
      ...endpointQuery(searchAll, { query: { text: settled } }),
      enabled: asks && settled.length >= SEARCH_LETTERS_MIN,
      placeholderData: keepPreviousData,
    },
    cache,
  );
  const pages = asks ? pagesOf(menu, text) : [];
  const hits = asks && !error ? (data?.groups ?? []) : [];
  const groups: SearchGroup[] = [
    ...hits.map(({ label, hits: options }) => ({ label, options })),
    ...(pages.length > 0 ? [{ label: 'Pages', options: pages }] : []),
  ];
  return {
    groups,
    asks,
    error: asks && !isFetching ? error : null,
    isSearching: asks && (isFetching || settled !== text),
    retry: () => void refetch(),
  };
}
