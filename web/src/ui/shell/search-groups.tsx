/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a listbox
   of ARIA's combobox pattern: <select> takes no such content, and keys are those of the field. */
import { useEffect } from 'react';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import css from './search.module.css';
import type { SearchGroup } from './search-options.ts';

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
export function SearchGroups({ id, groups, active, isSearching, onChoose }: SearchGroupsProps) {
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
