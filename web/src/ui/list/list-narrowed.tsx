import { Button } from '@mantine/core';
import { ChoiceLabel, type LookupName, useChosen } from '#ui/form/lookup-choice.ts';
import { CHOICES, lookupOf } from '#ui/form/merchant-lookups.ts';
import { statusLabel } from '#ui/detail/shown-value.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { EmptyState } from './empty-state.tsx';
import { chipsOf, type ListChip } from './list-chips.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListSearch } from './list-search.ts';
import { cleared, filterKeys, hasFilters, inState, stateOf } from './list-query.ts';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';

/** The label of a value, from its lookup. */
function LookedUp({ lookup, value }: { lookup: LookupName; value: string }) {
  return useChosen(lookupOf(lookup), value)?.label ?? '…';
}

function ChipText({ text, choices, lookup }: ListChip) {
  if (choices) return <ChoiceLabel choices={CHOICES[choices]} value={text} />;
  return lookup ? <LookedUp lookup={lookup} value={text} /> : text;
}

interface NarrowedProps {
  list: Pick<
    ListDefinition<never, never>,
    | 'about'
    | 'filters'
    | 'firstState'
    | 'icon'
    | 'many'
    | 'nothingIn'
    | 'one'
    | 'searches'
    | 'stateLabels'
  >;
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}

/** The filters that are set, each with a button that removes it. */
export function ListChips({ list, search, onSearch }: NarrowedProps) {
  return (
    <ul
      className={`${layout.actions} ${layout.above} ${css.chips}`}
      aria-label="Filters that are set"
    >
      {chipsOf(list, search).map((chip) => (
        <li key={chip.label} className={`${layout.line} ${layout.panel}`}>
          {chip.label}:{' '}
          <strong>
            <ChipText {...chip} />
          </strong>
          <button
            type="button"
            className="tegeka-round"
            aria-label={`Remove ${chip.label}`}
            onClick={() => onSearch(chip.without)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

interface NothingProps extends NarrowedProps {
  /** True where the list has entries, but not on the page that the address names. */
  beyond: boolean;
}

/** Why the page is empty, and the button and address that show entries again. */
function reasonOf({ list, search, beyond }: NothingProps) {
  const state = stateOf(list, search);
  const filtered = hasFilters(list, search);
  if (beyond) {
    return {
      heading: 'There is no such page',
      text: `The list has fewer pages than ${(search.page ?? 0) + 1}.`,
      way: 'Go to the first page',
      next: cleared(search, []),
    };
  }
  if (search.search || filtered) {
    const found = `No ${list.one}${state === null ? '' : ' of this state'} matches`;
    const looks = list.searches && search.search ? ` The search looks at ${list.searches}.` : '';
    const wayOut = filtered ? 'Clear the filters' : 'Clear the search';
    return {
      heading: 'Nothing found',
      text: search.search
        ? `${found} “${search.search}”${filtered ? ' with these filters' : ''}.${looks}`
        : `${found} these filters.`,
      way: filtered && search.search ? 'Clear search and filters' : wayOut,
      next: cleared(search, ['search', ...filterKeys(list)]),
    };
  }
  const word = (list.stateLabels?.[state ?? ''] ?? statusLabel(state ?? '')).toLowerCase();
  return {
    heading: `No ${word} ${list.many}`,
    text: 'There are none in this state right now.',
    ...list.nothingIn?.[state ?? ''],
    way: `Show all ${list.many}`,
    next: inState(list, search, null),
  };
}

/** An empty page of a list that has other entries, with a button that shows them. */
export function NothingListed(props: NothingProps) {
  const { list, onSearch } = props;
  const { heading, text, way, next } = reasonOf(props);
  return (
    <EmptyState
      icon={<MenuIcon meaning={list.icon} size={30} />}
      heading={heading}
      next={
        <Button variant="default" onClick={() => onSearch(next)}>
          {way}
        </Button>
      }
    >
      {text}
    </EmptyState>
  );
}
