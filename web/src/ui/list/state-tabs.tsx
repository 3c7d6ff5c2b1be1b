import { Link, type LinkProps } from '@tanstack/react-router';
import { countWords } from '#ui/list/count-words.ts';
import css from './state-tabs.module.css';

/** A state of the entries of a list, with how many there are and the address that lists them. */
export interface StateTab {
  label: string;
  /** Unknown until the first answer. */
  count?: number | undefined;
  /** There are more than were counted. */
  capped?: boolean;
  /** From `linkOptions`, without the page: the first one is shown. */
  link: LinkProps;
}

/** The states of a list as addresses of it; the one that is listed is marked. */
export function StateTabs({ tabs }: { tabs: readonly StateTab[] }) {
  return (
    <nav className={css.tabs} aria-label="States">
      {tabs.map(({ label, count, capped = false, link }) => (
        <Link
          key={label}
          {...link}
          className={css.tab}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {label}
          {count !== undefined && <span className={css.count}>{countWords(count, capped)}</span>}
        </Link>
      ))}
    </nav>
  );
}
