import { Button, CloseButton, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MONEY_INVALID, parseMoney } from '@tegeka/contract/kit/money.ts';
import { deleteSavedView, listSavedViews, saveView } from '@tegeka/contract/saved-views.ts';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { useBusy, useFocusFirst } from '#ui/feedback/busy.ts';
import { ChoicesFailed } from '#ui/feedback/note-box.tsx';
import { FieldError } from '#ui/form/text-field.tsx';
import { type ChoicesName, useChoices } from '#ui/form/lookup-choice.ts';
import { CHOICES, lookupOf } from '#ui/form/merchant-lookups.ts';
import type { ColumnsShown } from './list-columns.tsx';
import {
  addressOfView,
  cleared,
  filterKeys,
  type ListFilter,
  RANGE_VALUE,
  viewOfAddress,
} from './list-query.ts';
import { type ListSearch, listSearchOf, TEXT_MAX } from './list-search.ts';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';

interface ColumnChoiceProps extends Pick<ColumnsShown<unknown>, 'isShown' | 'show'> {
  columns: readonly { name: string; label: string }[];
}

/** Which columns a list shows, but for the first one, which is always there. */
export function ColumnChoice({ columns, isShown, show }: ColumnChoiceProps) {
  return (
    <fieldset>
      <legend>Columns to show</legend>
      {columns.slice(1).map(({ name, label }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={isShown(name)}
            onChange={(event) => show(name, event.currentTarget.checked)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

// Loaded on demand: few lists need it, and its code is large.
const LookupField = lazy(async () => ({
  default: (await import('#ui/form/lookup-field.tsx')).LookupField,
}));

interface FilterLookupProps {
  filter: Extract<ListFilter, { kind: 'lookup' }>;
  search: ListSearch;
}

function FilterLookup({ filter: { key, label, lookup }, search }: FilterLookupProps) {
  const [value, setValue] = useState(String(search[key] ?? ''));
  return (
    <Suspense fallback={<Skeleton height={58} />}>
      <LookupField
        size="sm"
        name={key}
        label={label}
        lookup={lookupOf(lookup)}
        value={value}
        error={undefined}
        onChange={setValue}
      />
    </Suspense>
  );
}

interface FilterChoiceProps {
  choices: ChoicesName;
  label: string;
  name: string;
  value: string;
}

/** A filter whose choices are fetched when the panel is opened. */
function FilterChoice({ choices, label, name, value }: FilterChoiceProps) {
  const { options, isFailed, onAgain } = useChoices(CHOICES[choices]);
  // The present value stays selected until the choices are loaded.
  const known = options ?? (value ? [{ value, label: '…' }] : []);
  return (
    <NativeSelect
      key={options ? 'all' : 'some'}
      label={label}
      name={name}
      defaultValue={value}
      data={[{ value: '', label: 'Any' }, ...known]}
      description={isFailed && <ChoicesFailed onAgain={onAgain} />}
    />
  );
}

interface FilterFieldProps {
  filter: ListFilter;
  search: ListSearch;
  /** The parameters whose input is not valid. */
  wrong: readonly string[];
}

function FilterField({ filter, search, wrong }: FilterFieldProps) {
  const { label } = filter;
  const set = (key: string) => ({ name: key, defaultValue: String(search[key] ?? '') });
  if (filter.kind === 'select') {
    const { key, choices } = filter;
    const value = String(search[key] ?? '');
    if (choices) return <FilterChoice label={label} name={key} choices={choices} value={value} />;
    const data = [{ value: '', label: 'Any' }, ...(filter.options ?? [])];
    return <NativeSelect label={label} data={data} {...set(filter.key)} />;
  }
  if (filter.kind === 'lookup') return <FilterLookup filter={filter} search={search} />;
  if (filter.kind === 'text')
    return <TextInput label={label} maxLength={TEXT_MAX} {...set(filter.key)} />;
  const bad = (key: string) =>
    wrong.includes(key) && { error: <FieldError>{MONEY_INVALID}</FieldError> };
  const end =
    filter.kind === 'days' ? { type: 'date' } : { inputMode: 'numeric' as const, maxLength: 25 };
  return (
    <div className={css.pair}>
      <TextInput {...end} label={`${label} from`} {...set(filter.from)} {...bad(filter.from)} />
      <TextInput {...end} label={`${label} to`} {...set(filter.to)} {...bad(filter.to)} />
    </div>
  );
}

interface ListFiltersProps {
  filters: readonly ListFilter[];
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}

/** The filters of a list, set together. */
export function ListFilters({ filters, search, onSearch }: ListFiltersProps) {
  const keys = filterKeys({ filters });
  const amountKeys = filterKeys({ filters: filters.filter(({ kind }) => kind === 'amounts') });
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const focusFirst = useFocusFirst();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const set = listSearchOf(Object.fromEntries(new FormData(event.currentTarget)));
    const values = Object.fromEntries(keys.map((key) => [key, set[key]]));
    // Amounts may be typed with separators; the address has digits.
    for (const key of amountKeys) values[key] &&= String(parseMoney(String(values[key])));
    const unread = amountKeys.filter((key) => {
      const value = values[key];
      return typeof value === 'string' && !RANGE_VALUE.amounts.test(value);
    });
    setWrong(unread);
    if (unread.length > 0) return focusFirst(event.currentTarget);
    onSearch({ ...search, page: undefined, ...values });
  };
  return (
    <form className={`${layout.tight} ${css.form}`} onSubmit={apply}>
      {filters.map((filter) => (
        <FilterField key={filter.label} filter={filter} search={search} wrong={wrong} />
      ))}
      <div className={`${css.pair} ${css.end}`}>
        <Button variant="default" onClick={() => onSearch(cleared(search, keys))}>
          Clear
        </Button>
        <Button type="submit">Apply</Button>
      </div>
    </form>
  );
}

interface ListSavedViewsProps {
  /** The name of the list's endpoint. */
  list: string;
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}

/** The views of a list that a person has saved: to be applied, added and deleted. */
export function ListSavedViews({ list, search, onSearch }: ListSavedViewsProps) {
  const query = endpointQuery(listSavedViews, { query: { list } });
  const { data, isError } = useQuery(query, cache);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const [name, setName] = useState('');
  const change = (calling: () => Promise<unknown>, onDone?: () => void) =>
    void run(async () => {
      const outcome = await outcomeOf(calling());
      setRefusal(outcome.kind === 'saved' ? null : outcome.words);
      if (outcome.kind !== 'saved') return;
      onDone?.();
      await cache.invalidateQueries(query);
    });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!name.trim()) return;
    change(
      () => call(saveView, { body: { list, name, query: viewOfAddress(search) } }),
      () => setName(''),
    );
  };
  return (
    <div className={`${layout.tight} ${css.form}`}>
      {!data && !isError && <Skeleton height={36} />}
      {isError && <FieldError>Your saved views could not be loaded.</FieldError>}
      {data?.views.length === 0 && (
        <p className={layout.dimmed}>
          Save the search, state, order and filters of this list to come back.
        </p>
      )}
      {data && data.views.length > 0 && (
        <ul className={`${layout.scroll} ${css.views}`} aria-label="Saved views">
          {data.views.map((view) => (
            <li key={view.name} className={layout.line}>
              <button
                type="button"
                className={layout.entry}
                onClick={() => onSearch(addressOfView(view.query))}
              >
                {view.name}
              </button>
              <CloseButton
                aria-label={`Delete ${view.name}`}
                disabled={busy}
                onClick={() =>
                  change(() => call(deleteSavedView, { query: { list, name: view.name } }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <form className={css.pair} onSubmit={save}>
        <TextInput
          label="Save this view as"
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy}>
          Save
        </Button>
      </form>
      <div role="alert">{refusal && <FieldError>{refusal}</FieldError>}</div>
    </div>
  );
}
