import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { MenuEntry } from '@tegeka/contract/kit/menus.ts';
import { SEARCH_LETTERS_MAX } from '@tegeka/contract/search.ts';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { loadingWords } from '#platform/call/call-failed.ts';
import { SearchGroups } from './search-groups.tsx';
import css from './search.module.css';
import { useSearch } from './search-options.ts';

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
