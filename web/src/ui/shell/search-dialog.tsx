import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { isGroup, type MenuEntry, type MenuLink } from '@tegeka/contract/kit/menus.ts';
import {
  SEARCH_HITS_MAX,
  SEARCH_LETTERS_MAX,
  SEARCH_LETTERS_MIN,
  searchAll,
} from '@tegeka/contract/search.ts';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { loadingWords } from '#platform/call/call-failed.ts';
import css from './search.module.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { StatusBadge } from '#ui/detail/status-badge.tsx';

interface SearchDialogProps {
  menu: readonly MenuEntry[];
  onClose: () => void;
}

/** Where an arrow key leads among so many options; null for other keys. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place + count - 1) % count;
  return null;
}

function noteOf({ groups, asks, isSearching }: ReturnType<typeof useSearch>, text: string): string {
  if (!asks) return 'Type the beginning of a name, a reference, a phone number or a page.';
  if (isSearching) return 'Searching…';
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  if (count > 0) return `${count} found. Choose with the arrow keys and Enter.`;
  return `Nothing found for ‘${text.trim()}’. Words are found by their beginning.`;
}

/** The search across everything: a field, and below it what it finds. Mounted while it is open. */
export default function SearchDialog({ menu, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const router = useRouter();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const search = useSearch(menu, text);
  const options = search.groups.flatMap((group) => group.options);
  const at = Math.min(place, options.length - 1);
  const active = options[at];
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useLayoutEffect(() => {
    const shown = dialog.current;
    // Closed before it goes, so that the browser gives the focus back to what had it.
    return () => shown?.close();
  }, []);
  const choose = (path: string) => {
    dialog.current?.close();
    void router.navigate({ href: path });
  };
  const press = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, options.length);
    const chosen = event.key === 'Enter' ? active : undefined;
    if (next !== null) setPlace(next);
    else if (chosen) choose(chosen.path);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label="Search everything"
      closedby="any"
      onClose={onClose}
    >
      <div className={css.field}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <input
          type="text"
          role="combobox"
          className={css.input}
          aria-label="Search everything"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.path}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LETTERS_MAX}
          placeholder="Search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
        />
        <Button variant="subtle" size="compact-sm" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      <SearchGroups
        id={id}
        groups={search.groups}
        active={active?.path}
        isSearching={search.isSearching}
        onChoose={choose}
      />
      <div role="alert">
        {search.error && (
          <div className={css.failure}>
            <p>{loadingWords(search.error)}</p>
            <Button variant="default" size="compact-sm" onClick={search.retry}>
              Try again
            </Button>
          </div>
        )}
      </div>
      {!search.error && <output className={css.note}>{noteOf(search, text)}</output>}
    </dialog>
  );
}

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
function useSearch(menu: readonly MenuEntry[], typed: string) {
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

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a listbox
   of ARIA's combobox pattern: <select> takes no such content, and keys are those of the field. */

interface SearchGroupsProps {
  /** What the ids of the listbox and its options begin with. */
  id: string;
  groups: readonly SearchGroup[];
  /** The path of the option that Enter chooses. */
  active: string | undefined;
  isSearching: boolean;
  onChoose: (path: string) => void;
}

/** What a search has found: one listbox, by nouns. The focus stays in the field. */
function SearchGroups({ id, groups, active, isSearching, onChoose }: SearchGroupsProps) {
  const activeId = `${id}-${active ?? ''}`;
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      id={`${id}-options`}
      role="listbox"
      aria-label="Found"
      aria-busy={isSearching}
      className={css.options}
    >
      {groups.map(({ label, options }) => (
        <div key={label} role="group" aria-label={label}>
          <div className={css.label} aria-hidden>
            {label}
          </div>
          {options.map(({ path, title, sub, state }) => (
            <div
              key={path}
              id={`${id}-${path}`}
              role="option"
              tabIndex={-1}
              aria-selected={path === active}
              className={css.option}
              onClick={() => onChoose(path)}
            >
              <span className={css.title}>{title}</span>
              {sub && <span className={css.sub}>{sub}</span>}
              {state && <StatusBadge value={state} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
