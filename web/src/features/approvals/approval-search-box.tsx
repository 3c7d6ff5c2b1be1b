import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import css from './approvals.module.css';

/** Milliseconds after the last key before the list is asked for. */
const PAUSE_MS = 300;

const typing = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** Searches the list; `/` leads to it from anywhere on the page. */
export function ApprovalSearchBox({
  text,
  onSearch,
}: {
  text: string;
  onSearch: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState(text);

  // With the list itself, so that the key works as soon as there is something to search.
  useLayoutEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || typing(document.activeElement)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);

  const change = (next: string) => {
    setTyped(next);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(next.trim()), PAUSE_MS);
  };
  return (
    <TextInput
      ref={input}
      type="search"
      className={css.search}
      aria-label="Search requests"
      placeholder="Search ( / )"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
