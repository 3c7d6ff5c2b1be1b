import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
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

/**
 * The typed text, which is ahead of the address, and the function that changes it. It is searched for
 * after a pause. It follows the address if a link or the browser changes that.
 */
function useTyped(text: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  /** What is searched for after the pause. */
  const [waiting, setWaiting] = useState<string | null>(null);
  // The text of the address, and the one that was searched for and is not in the address yet.
  const [echo, setEcho] = useState<{ seen: string; sent: string | null }>({
    seen: text,
    sent: null,
  });
  if (text !== echo.seen) {
    setEcho({ seen: text, sent: null });
    if (text !== echo.sent) {
      setTyped(text);
      setWaiting(null);
    }
  }
  const search = useEffectEvent((sent: string) => {
    setWaiting(null);
    setEcho({ seen: text, sent });
    onSearch(sent);
  });
  useEffect(() => {
    if (waiting === null) return undefined;
    const pause = setTimeout(() => search(waiting.trim()), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [waiting]);
  const change = (next: string) => {
    setTyped(next);
    setWaiting(next);
  };
  return [typed, change] as const;
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
  const [typed, change] = useTyped(text, onSearch);
  useSlash(() => input.current?.focus());
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
