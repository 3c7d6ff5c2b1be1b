import { CallFailed } from '#platform/call/call-failed.ts';
import { ListCell } from '#ui/list/list-columns.tsx';
import type { ValueKind } from '#ui/list/list-definition.ts';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListHead } from '#ui/list/list-head.tsx';
import { ListChips, NothingListed } from '#ui/list/list-narrowed.tsx';
import { ListFailed } from '#ui/list/list-notices.tsx';
import { ColumnChoice, ListSavedViews } from '#ui/list/list-panels.tsx';
import { RowCheckbox } from '#ui/list/list-selection.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import { ListTools } from '#ui/list/list-tools.tsx';
import { SearchBox } from '#ui/list/search-box.tsx';
import layout from '#ui/shell/layout.module.css';
import { amina } from './gallery-answers.ts';
import { type Examples, Held, nothing } from './gallery-example.tsx';
import { galleryList, viewOf } from './gallery-list.ts';

const VALUES: Readonly<Record<ValueKind, string | null>> = {
  text: 'CUST-0001',
  phone: '+256772345678',
  email: 'amina@nile-traders.example',
  money: '50000',
  negated: '1500',
  date: '2026-04-07',
  moment: '2026-04-07T12:30:00.000Z',
  state: 'ACTIVE',
};
const KINDS: readonly ValueKind[] = [
  'text',
  'phone',
  'email',
  'money',
  'negated',
  'date',
  'moment',
  'state',
];
const cell = (kind: ValueKind, value: string | null) => (
  <ListCell
    key={kind}
    column={{ name: kind, label: kind, kind, value: () => value }}
    row={amina}
    stateLabels={undefined}
  />
);
const page = {
  content: [amina],
  page: 0,
  size: 10,
  totalElements: 1200,
  totalPages: 120,
  totalIsCapped: false,
  counts: { ACTIVE: 1190, DISABLED: 10 },
};
const choice = { shown: galleryList.columns, isShown: () => true, show: nothing };
const nothingListed = (search: ListSearch, beyond = false) => (
  <NothingListed list={galleryList} search={search} beyond={beyond} onSearch={nothing} />
);
const failed = (error: CallFailed, trying: boolean) => (
  <ListFailed view={viewOf()} error={error} trying={trying} onRetry={nothing} />
);
const tools = () => <ListTools view={viewOf()} counts={page.counts} choice={choice} />;
const views = () => <ListSavedViews list={galleryList.key} search={{}} onSearch={nothing} />;
const filters = () => (
  <ListFilters filters={galleryList.filters ?? []} search={{}} onSearch={nothing} />
);
const chips = (search: ListSearch) => (
  <ListChips list={galleryList} search={search} onSearch={nothing} />
);

export const listPartExamples: Examples = {
  ColumnChoice: {
    states: { all: () => <ColumnChoice columns={galleryList.columns} {...choice} /> },
  },
  ListCell: {
    states: {
      'all kinds': () => (
        <div className={layout.row}>{KINDS.map((kind) => cell(kind, VALUES[kind]))}</div>
      ),
      none: () => cell('text', null),
    },
  },
  ListChips: {
    states: { two: () => chips({ kind: 'a', addedFrom: '2026-04-01', addedTo: '2026-04-30' }) },
  },
  ListFailed: {
    states: {
      error: () => failed(new CallFailed({ status: 500 }), false),
      trying: () => failed(new CallFailed({ status: 0, offline: true }), true),
    },
  },
  ListFilters: { alone: 'example', states: { empty: filters, loading: filters, failed: filters } },
  ListHead: {
    states: {
      counted: () => <ListHead view={viewOf()} page={page} />,
      found: () => <ListHead view={viewOf({ search: 'Nak' })} page={page} />,
      loading: () => <ListHead view={viewOf()} page={null} />,
    },
  },
  ListSavedViews: {
    alone: 'example',
    states: { one: views, none: views, loading: views, failed: views },
  },
  ListTools: { alone: 'example', states: { plain: tools } },
  NothingListed: {
    states: {
      search: () => nothingListed({ search: 'Zz' }),
      filters: () => nothingListed({ kind: 'a' }),
      state: () => nothingListed({ status: 'DISABLED' }),
      beyond: () => nothingListed({ page: 9 }, true),
    },
  },
  RowCheckbox: {
    states: {
      both: () => (
        <Held<ReadonlySet<string>> start={new Set()}>
          {(chosen, onChange) => (
            <RowCheckbox
              row={amina}
              of={{
                can: () => true,
                nameOf: ({ lastName }) => lastName,
                chosen,
                onChange,
                renderBar: () => null,
              }}
            />
          )}
        </Held>
      ),
    },
  },
  SearchBox: {
    states: {
      empty: () => <SearchBox label="Search customers" text="" onSearch={nothing} />,
      filled: () => <SearchBox label="Search products" text="Nak" onSearch={nothing} />,
    },
  },
};
