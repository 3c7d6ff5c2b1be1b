import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconFilter } from '@tabler/icons-react';
import type { ListPage } from '@tegeka/contract/kit/list.ts';
import { lazy, Suspense } from 'react';
import { ColumnChoice, type ColumnsShown, ListPanel } from './list-panel.tsx';
import { chipsOf, countWords, filterKeys, inState, stateOf } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import css from './list.module.css';
import { type ListView, withSearch } from './list-definition.ts';
import { SearchBox } from './search-box.tsx';
import { Link } from '@tanstack/react-router';
import { statusWords } from '#ui/detail/status-badge.tsx';

// What only some lists have, or only some people open.
const panels = () => import('./list-saved-views.tsx');
const ListFilters = lazy(async () => ({ default: (await panels()).ListFilters }));
const ListSavedViews = lazy(async () => ({ default: (await panels()).ListSavedViews }));

interface ListToolsProps<Row, Params> {
  view: ListView<Row, Params>;
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
          {(close) => (
            <Suspense fallback={<Skeleton width={240} height={120} />}>
              <ListFilters filters={filters} search={search} onSearch={then(close)} />
            </Suspense>
          )}
        </ListPanel>
      )}
      <ColumnChoice columns={list.columns} choice={choice} />
      <ListPanel label="Views" icon={<IconBookmark size={16} aria-hidden />}>
        {(close) => (
          <Suspense fallback={<Skeleton width={240} height={120} />}>
            <ListSavedViews
              list={list.key}
              search={search}
              filters={filterKeys(list)}
              onSearch={then(close)}
            />
          </Suspense>
        )}
      </ListPanel>
    </>
  );
}

/** Between the head of a list and the list: its states, search, filters, columns and saved views. */
export function ListTools<Row, Params>({ view, counts, choice }: ListToolsProps<Row, Params>) {
  const { list, search, go } = view;
  return (
    <>
      <div className={css.bar}>
        <ListTabs view={view} counts={counts} />
        <div className={css.tools}>
          {list.about.searchable && (
            <SearchBox
              label={`Search ${list.many}`}
              text={search.search ?? ''}
              onSearch={(text) =>
                go({ ...search, page: undefined, search: text || undefined }, true)
              }
            />
          )}
          <Panels view={view} choice={choice} />
        </div>
      </div>
      <ListChips {...view} />
    </>
  );
}

interface ListTabsProps<Row, Params> {
  view: ListView<Row, Params>;
  /** Null until the first answer. */
  counts: ListPage<Row>['counts'] | null;
}

/** The states of a list with their counts; each is an address of the list. */
function ListTabs<Row, Params>({ view, counts }: ListTabsProps<Row, Params>) {
  const { list, search } = view;
  const { rareStates = [], stateWords = {} } = list;
  if (list.about.states.length === 0) return null;
  const listed = stateOf(list, search);
  const states = list.about.states.filter(
    (state) => state === listed || !rareStates.includes(state) || (counts?.[state] ?? 0) > 0,
  );
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { state: null, label: 'All', count: all },
    ...states.map((state) => ({
      state,
      label: stateWords[state] ?? statusWords(state),
      count: counts && (counts[state] ?? 0),
    })),
  ];
  return (
    <nav className={css.tabs} aria-label="States">
      {tabs.map(({ state, label, count }) => (
        <Link
          key={label}
          {...withSearch({ to: list.path }, inState(list, search, state))}
          className={css.tab}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {label}
          {count !== null && <span className={css.tabCount}>{countWords(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The filters that are set; each can be taken away. */
function ListChips<Row, Params>({ list, search, go }: ListView<Row, Params>) {
  const chips = chipsOf(list, search);
  if (chips.length === 0) return null;
  return (
    <ul className={css.chips} aria-label="Filters that are set">
      {chips.map(({ label, words, without }) => (
        <li key={label} className={css.chip}>
          {label}: <strong>{words}</strong>
          <UnstyledButton aria-label={`Remove ${label}`} onClick={() => go(without)}>
            ×
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
