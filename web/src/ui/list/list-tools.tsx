import { Button } from '@mantine/core';
import { IconBookmark, IconColumns3, IconFilter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ListPage } from '@tegeka/contract/kit/list.ts';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { statusLabel } from '#ui/detail/shown-value.tsx';
import type { ColumnsShown } from './list-columns.tsx';
import { type ListView, withSearch } from './list-definition.ts';
import { cleared, formatCount, hasFilters, inState, stateOf } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import layout from '#ui/shell/layout.module.css';
import { showCurrent } from '#ui/shell/menu-tree.tsx';
import css from './list.module.css';
import { SearchBox } from './search-box.tsx';

// Loaded on demand: only some lists have these panels, and few people open them.
const panels = () => import('./list-panels.tsx');
const ColumnChoice = lazy(async () => ({ default: (await panels()).ColumnChoice }));
const ListFilters = lazy(async () => ({
  default: (await import('./list-filters.tsx')).ListFilters,
}));
const ListSavedViews = lazy(async () => ({ default: (await panels()).ListSavedViews }));

const ListChips = lazy(async () => ({ default: (await import('./list-narrowed.tsx')).ListChips }));

interface ListPanelProps {
  label: string;
  icon: ReactNode;
  /** What is in the panel, while it is open. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a native popover below it. Esc and a click outside close it. */
function ListPanel({ label, icon, children }: ListPanelProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" popoverTarget={id} leftSection={icon}>
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        className={`${layout.panel} ${css.panel}`}
        onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
        // Unmounted only after closing, so that the browser can restore the focus first.
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <Suspense fallback={<div className={css.skeleton} />}>
          {open && children(() => document.getElementById(id)?.hidePopover())}
        </Suspense>
      </div>
    </>
  );
}

interface ListToolsProps<Row, Params> {
  view: ListView<Row, Params>;
  /** Null until the first answer. */
  counts: ListPage<Row>['counts'] | null;
  choice: ColumnsShown<Row>;
}

function Panels<Row, Params>({ view, choice }: Omit<ListToolsProps<Row, Params>, 'counts'>) {
  const { list, search, go } = view;
  const { filters = [] } = list;
  const then = (close: () => void) => (next: ListSearch) => {
    close();
    go(next);
  };
  return (
    <>
      {filters.length > 0 && (
        <ListPanel label="Filters" icon={<IconFilter size={16} aria-hidden />}>
          {(close) => <ListFilters filters={filters} search={search} onSearch={then(close)} />}
        </ListPanel>
      )}
      <ListPanel label="Columns" icon={<IconColumns3 size={16} aria-hidden />}>
        {() => <ColumnChoice columns={list.columns} {...choice} />}
      </ListPanel>
      <ListPanel label="Views" icon={<IconBookmark size={16} aria-hidden />}>
        {(close) => <ListSavedViews list={list.key} search={search} onSearch={then(close)} />}
      </ListPanel>
    </>
  );
}

/** The states of a list as tabs with counts; each tab is a link. */
function ListTabs<Row, Params>({ view, counts }: Omit<ListToolsProps<Row, Params>, 'choice'>) {
  const { list, search } = view;
  const { rareStates = [], stateLabels = {}, filterTabs = [] } = list;
  const listed = stateOf(list, search);
  if (list.about.states.length === 0) return null;
  const states = list.about.states.filter(
    (state) => state === listed || !rareStates.includes(state) || (counts?.[state] ?? 0) > 0,
  );
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const unset = filterTabs.filter(({ key, value }) => search[key] === value).map(({ key }) => key);
  const without = unset.length === 0 ? search : cleared(search, unset);
  const tabs = [
    { to: inState(list, without, null), label: 'All', count: all },
    ...states.map((state) => ({
      to: inState(list, without, state),
      label: stateLabels[state] ?? statusLabel(state),
      count: counts && (counts[state] ?? 0),
    })),
    ...filterTabs.map(({ key, value, label }) => ({
      to: { ...inState(list, search, null), [key]: value },
      label,
      count: null,
    })),
  ];
  return (
    // Counts make the tabs wider. The key mounts them again, which scrolls to the current one.
    <nav
      key={`${counts !== null}`}
      ref={showCurrent}
      className={`${layout.tabs} ${css.states}`}
      aria-label="States"
    >
      {tabs.map(({ to, label, count }) => (
        <Link
          key={label}
          {...withSearch({ to: list.path }, to)}
          className={layout.entry}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {label}
          {count !== null && <span>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Between the head of a list and the list: its states, search, filters, columns and saved views. */
export function ListTools<Row, Params>({ view, counts, choice }: ListToolsProps<Row, Params>) {
  const { list, search, go } = view;
  const searchFor = (text: string) =>
    go({ ...search, page: undefined, search: text || undefined }, true);
  return (
    <>
      <div className={`${layout.spread} ${layout.above}`}>
        <ListTabs view={view} counts={counts} />
        <div className={`${layout.line} ${css.tools}`}>
          {list.about.searchable && (
            <SearchBox
              label={`Search ${list.many}`}
              text={search.search ?? ''}
              onSearch={searchFor}
            />
          )}
          <Panels view={view} choice={choice} />
        </div>
      </div>
      {hasFilters(list, search) && (
        <Suspense>
          <ListChips list={list} search={search} onSearch={go} />
        </Suspense>
      )}
    </>
  );
}
