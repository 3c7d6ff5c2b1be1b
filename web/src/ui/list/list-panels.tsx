import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deleteSavedView, listSavedViews, saveView } from '@tegeka/contract/saved-views.ts';
import { type FormEvent, useState } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { FieldError } from '#ui/form/text-field.tsx';
import type { ColumnsShown } from './list-columns.tsx';
import { addressOfView, viewOfAddress } from './list-query.ts';
import { type ListSearch } from './list-search.ts';
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
      setRefusal(outcome.kind === 'saved' ? null : outcome.message);
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
