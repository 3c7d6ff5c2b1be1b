import { IconSearch } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TEXT_MAX } from './list-search.ts';
import css from './list.module.css';

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 300;

const typing = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** Calls `act` when `/` is pressed anywhere on the page but in a field or over a dialog. */
function useSlash(act: () => void): void {
  const latest = useRef(act);
  // In layout effects, so that the key works as soon as the list is visible.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || typing(document.activeElement)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** The typed text, which is ahead of the address. It follows the address if a link changes that. */
function useTyped(text: string) {
  const [typed, setTyped] = useState(text);
  const [echo, setEcho] = useState({ seen: text, sent: text });
  if (text !== echo.seen) {
    setEcho({ ...echo, seen: text });
    if (text !== echo.sent) setTyped(text);
  }
  return { typed, setTyped, sent: (next: string) => setEcho((old) => ({ ...old, sent: next })) };
}

interface SearchBoxProps {
  /** What is searched, for screen readers. */
  label: string;
  /** The text of the address. */
  text: string;
  onSearch: (text: string) => void;
}

/** Searches a list while somebody types. The key `/` moves the focus here. */
export function SearchBox({ label, text, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { typed, setTyped, sent } = useTyped(text);
  useSlash(() => input.current?.focus());
  const search = (next: string) => {
    sent(next.trim());
    onSearch(next.trim());
  };
  const change = (next: string) => {
    setTyped(next);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => search(next), PAUSE_MS);
  };
  // No search after the screen is left.
  useEffect(() => () => clearTimeout(pause.current), []);
  return (
    <span className={`tegeka-field ${css.search}`}>
      <IconSearch size={16} aria-hidden />
      <input
        ref={input}
        type="search"
        className={`tegeka-input ${css.field}`}
        aria-label={label}
        placeholder="Search ( / )"
        maxLength={TEXT_MAX}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </span>
  );
}
