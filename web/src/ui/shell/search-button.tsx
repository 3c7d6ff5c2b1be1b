import { IconSearch } from '@tabler/icons-react';
import type { MenuEntry } from '@tegeka/contract/kit/menus.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import css from './search.module.css';

// Only those who search load it.
const SearchDialog = lazy(() => import('./search-dialog.tsx'));

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Calls `act` when Ctrl-K, or Command-K, is pressed anywhere on the page. */
function useShortcut(act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!chord || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [act]);
}

/** Opens the search across everything; so do Ctrl-K and Command-K. */
export function SearchButton({ menu }: { menu: readonly MenuEntry[] }) {
  const [open, setOpen] = useState(false);
  const [show] = useState(() => () => setOpen(true));
  useShortcut(show);
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={show}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={css.word}>Search</span>
        <kbd className={css.keys} aria-hidden>
          {isMac() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {open && (
        <Suspense>
          <SearchDialog menu={menu} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
