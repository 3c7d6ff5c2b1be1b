/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a listbox
   of ARIA's combobox pattern: <select> takes no such content, and keys are those of the field. */
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { isGroup, type MenuEntry } from '@tegeka/contract/kit/menus.ts';
import {
  SEARCH_HITS_MAX,
  SEARCH_LETTERS_MAX,
  SEARCH_LETTERS_MIN,
  searchAll,
} from '@tegeka/contract/search.ts';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { loadingMessage } from '#platform/call/call-failed.ts';
import { StatusBadge } from '#ui/detail/shown-value.tsx';
import { Modal } from './modal.tsx';
import layout from './layout.module.css';
import css from './search.module.css';

/** Something that can be chosen. */
interface SearchOption {
  path: string;
  title: string;
  sub: string | null;
  state: string | null;
}

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 200;

/** The pages of a menu with a word that begins with the text. */
function pagesOf(menu: readonly MenuEntry[], text: string): SearchOption[] {
  const wanted = ` ${text.toLowerCase()}`;
  return menu
    .flatMap((entry) =>
      (isGroup(entry) ? entry.children : [entry]).map(({ label, to }) => ({
        path: to,
        title: label,
        sub: isGroup(entry) ? entry.label : null,
        state: null,
      })),
    )
    .filter(({ title }) => ` ${title.toLowerCase()}`.includes(wanted))
    .slice(0, SEARCH_HITS_MAX);
}

/** What a text finds: pages at once, everything else by the server. */
function useSearch(menu: readonly MenuEntry[], text: string) {
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const asks = text.length >= SEARCH_LETTERS_MIN;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    {
      ...endpointQuery(searchAll, { query: { text: settled } }),
      enabled: asks && settled.length >= SEARCH_LETTERS_MIN,
      placeholderData: keepPreviousData,
    },
    cache,
  );
  const hits = error ? [] : (data?.groups ?? []);
  const found = [
    ...hits.map(({ label, hits: options }) => ({ label, options })),
    { label: 'Pages', options: pagesOf(menu, text) },
  ];
  return {
    groups: asks ? found.filter(({ options }) => options.length > 0) : [],
    asks,
    error: asks && !isFetching ? error : null,
    isSearching: asks && (isFetching || isPlaceholderData || settled !== text),
    retry: () => void refetch(),
  };
}

type Search = ReturnType<typeof useSearch>;

function noteOf({ asks, isSearching }: Search, count: number, text: string): string {
  if (!asks) return 'Type the beginning of a name, a reference, a phone number or a page.';
  if (isSearching) return 'Searching…';
  if (count > 0) return `${count} found. Choose with the arrow keys and Enter.`;
  return `Nothing found for ‘${text}’. Words are found by their beginning.`;
}

interface SearchGroupsProps {
  /** Prefix of the ids of the listbox and its options. */
  id: string;
  search: Search;
  /** The path of the option that Enter chooses. */
  active: string | undefined;
  onChoose: (path: string) => void;
}

/** The results of a search in one listbox, grouped by noun. The focus stays in the field. */
function SearchGroups({ id, search, active, onChoose }: SearchGroupsProps) {
  const activeId = `${id}-${active ?? ''}`;
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      id={`${id}-options`}
      role="listbox"
      aria-label="Found"
      aria-busy={search.isSearching}
      className={css.options}
    >
      {search.groups.map(({ label, options }) => (
        <div key={label} role="group" aria-label={label}>
          <div className={`${layout.small} ${css.label}`} aria-hidden>
            {label}
          </div>
          {options.map(({ path, title, sub, state }) => (
            <div
              key={path}
              id={`${id}-${path}`}
              role="option"
              tabIndex={-1}
              aria-selected={path === active}
              className={layout.entry}
              onClick={() => onChoose(path)}
            >
              <span className={layout.cut}>{title}</span>
              <span className={`${layout.cut} ${layout.when}`}>{sub}</span>
              {state && <StatusBadge value={state} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface SearchDialogProps {
  menu: readonly MenuEntry[];
  onClose: () => void;
}

/** The search across everything: a field, and below it what it finds. Mounted while it is open. */
export default function SearchDialog({ menu, onClose }: SearchDialogProps) {
  const id = useId();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const text = typed.trim();
  const search = useSearch(menu, text);
  const options = search.groups.flatMap((group) => group.options);
  const at = Math.min(place, options.length - 1);
  const active = options[at]?.path;
  const choose = (path: string) => {
    onClose();
    void router.navigate({ href: path });
  };
  // Until the search has ended, the options are partly those of the text before.
  const [isEntered, setEntered] = useState(false);
  if (isEntered && !search.isSearching && active === undefined) setEntered(false);
  const enter = useEffectEvent(() => active !== undefined && choose(active));
  useEffect(() => {
    if (isEntered && !search.isSearching) enter();
  }, [isEntered, search.isSearching]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step && event.key !== 'Enter') return;
    event.preventDefault();
    setEntered(!step);
    if (step && active !== undefined) setPlace((at + step + options.length) % options.length);
  };
  return (
    <Modal className={css.dialog} aria-label="Search everything" closedby="any" onClose={onClose}>
      <div className={`${layout.line} ${css.field}`}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LETTERS_MAX}
          placeholder="Search"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPlace(0);
            setEntered(false);
          }}
          onKeyDown={press}
        />
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      </div>
      <SearchGroups id={id} search={search} active={active} onChoose={choose} />
      <div role="alert">
        {search.error && (
          <div className={`${layout.spread} ${css.note}`}>
            {loadingMessage(search.error)}
            <Button variant="default" size="compact-sm" onClick={search.retry}>
              Try again
            </Button>
          </div>
        )}
      </div>
      {!search.error && (
        <output className={`${layout.when} ${css.note}`}>
          {noteOf(search, options.length, text)}
        </output>
      )}
    </Modal>
  );
}
