import { Skeleton } from '@mantine/core';
import { IconBookmark, IconFilter } from '@tabler/icons-react';
import type { ListPage } from '@tegeka/contract/kit/list.ts';
import { lazy, Suspense } from 'react';
import { ColumnChoice, type ColumnsShown } from './column-choice.tsx';
import { filterKeys } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import { ListPanel } from './list-panel.tsx';
import { ListChips, ListTabs } from './list-tabs.tsx';
import css from './list.module.css';
import type { ListView } from './list-view.ts';
import { SearchBox } from './search-box.tsx';

// What only some lists have, or only some people open.
const ListFilters = lazy(() => import('./list-filters.tsx'));
const ListSavedViews = lazy(() => import('./list-saved-views.tsx'));

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
