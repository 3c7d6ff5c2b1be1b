import { IconSearch } from '@tabler/icons-react';
import type { MenuEntry } from '@tegeka/contract/kit/menus.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import layout from './layout.module.css';
import css from './side-shell.module.css';

// Loaded on demand, at the first search.
const SearchDialog = lazy(() => import('./search-dialog.tsx'));

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search across everything; so do Ctrl-K and Command-K. */
export function SearchButton({ menu }: { menu: readonly MenuEntry[] }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!chord || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className={`${layout.entry} ${layout.panel} ${css.search}`}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span>Search</span>
        <span className={layout.small} aria-hidden>
          {isMac() ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {open && (
        <Suspense>
          <SearchDialog menu={menu} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
