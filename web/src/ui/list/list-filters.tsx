import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { DAY_INVALID } from '@tegeka/contract/kit/day.ts';
import { MONEY_INVALID, parseMoney } from '@tegeka/contract/kit/money.ts';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useFocusFirst } from '#ui/feedback/busy.ts';
import { ChoicesFailed } from '#ui/feedback/note-box.tsx';
import { DayField, typedDay } from '#ui/form/day-field.tsx';
import { FieldError } from '#ui/form/text-field.tsx';
import { type ChoicesName, useChoices } from '#ui/form/lookup-choice.ts';
import { CHOICES, lookupOf } from '#ui/form/merchant-lookups.ts';
import { cleared, filterKeys, type ListFilter, RANGE_VALUE } from './list-query.ts';
import { type ListSearch, listSearchOf, TEXT_MAX } from './list-search.ts';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';
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
  const { options, isFailed, onRetry } = useChoices(CHOICES[choices]);
  // The present value stays selected until the choices are loaded.
  const known = options ?? (value ? [{ value, label: '…' }] : []);
  return (
    <NativeSelect
      key={options ? 'all' : 'some'}
      label={label}
      name={name}
      defaultValue={value}
      data={[{ value: '', label: 'Any' }, ...known]}
      description={isFailed && <ChoicesFailed onRetry={onRetry} />}
    />
  );
}

function FilterDay({
  label,
  name,
  search,
  wrong,
}: Omit<FilterFieldProps, 'filter'> & { label: string; name: string }) {
  const [value, setValue] = useState(String(search[name] ?? ''));
  const error = wrong.includes(name) ? DAY_INVALID : undefined;
  return <DayField size="sm" {...{ label, name, value, error }} onChange={setValue} />;
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
  if (filter.kind === 'days')
    return (
      <div className={css.pair}>
        <FilterDay label={`${label} from`} name={filter.from} search={search} wrong={wrong} />
        <FilterDay label={`${label} to`} name={filter.to} search={search} wrong={wrong} />
      </div>
    );
  const bad = (key: string) =>
    wrong.includes(key) && { error: <FieldError>{MONEY_INVALID}</FieldError> };
  const end = { inputMode: 'numeric', maxLength: 25 } as const;
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
  const rangesOf = (wanted: 'amounts' | 'days') =>
    filterKeys({ filters: filters.filter(({ kind }) => kind === wanted) });
  const [amountKeys, dayKeys] = [rangesOf('amounts'), rangesOf('days')];
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const focusFirst = useFocusFirst();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const set = listSearchOf(Object.fromEntries(new FormData(event.currentTarget)));
    const values = Object.fromEntries(keys.map((key) => [key, set[key]]));
    // Amounts may be typed with separators, and days as people write them; the address has digits.
    for (const key of amountKeys) values[key] &&= String(parseMoney(String(values[key])));
    for (const key of dayKeys) values[key] &&= typedDay(String(values[key]));
    const isUnread = (kind: keyof typeof RANGE_VALUE) => (key: string) => {
      const value = values[key];
      return typeof value === 'string' && !RANGE_VALUE[kind].test(value);
    };
    const unread = [...amountKeys.filter(isUnread('amounts')), ...dayKeys.filter(isUnread('days'))];
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
