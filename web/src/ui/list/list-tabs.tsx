import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListPage } from '@tegeka/contract/kit/list.ts';
import { statusWords } from '#ui/detail/status-words.ts';
import { countWords } from './count-words.ts';
import { chipsOf, inState, stateOf } from './list-query.ts';
import css from './list.module.css';
import { type ListView, withSearch } from './list-view.ts';

interface ListTabsProps<Row, Params> {
  view: ListView<Row, Params>;
  /** Null until the first answer. */
  counts: ListPage<Row>['counts'] | null;
}

/** The states of a list with their counts; each is an address of the list. */
export function ListTabs<Row, Params>({ view, counts }: ListTabsProps<Row, Params>) {
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
export function ListChips<Row, Params>({ list, search, go }: ListView<Row, Params>) {
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
