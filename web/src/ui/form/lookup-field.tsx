import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FieldOption } from '@tegeka/contract/kit/fields.ts';
import { useState } from 'react';
import { cache } from '#platform/call/cache.ts';
import { FieldError } from './field-note.tsx';
import type { CustomInput } from './form-drawer.tsx';

interface LookupFieldProps extends CustomInput {
  name: string;
  label: string;
  placeholder?: string;
  hint?: string;
  /** Names what is looked up, for the cache. */
  what: string;
  /** Finds what can be chosen by what is typed, a few at a time. */
  find: (text: string, signal: AbortSignal) => Promise<FieldOption[]>;
}

const PAUSE_MS = 250;

/** One of very many: choices are searched for on the server while somebody types. */
export function LookupField(props: LookupFieldProps) {
  const { name, label, placeholder, hint, error, value, what, find, onChange } = props;
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text, PAUSE_MS);
  const { data = [], isFetching } = useQuery(
    {
      queryKey: [what, 'lookup', sought],
      queryFn: ({ signal }) => find(sought, signal),
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    },
    cache,
  );
  // What is chosen stays a choice while other text is looked for.
  const [chosen, setChosen] = useState<FieldOption | null>(null);
  const known = data.some((option) => option.value === value) || chosen?.value !== value;
  return (
    <Select
      name={name}
      label={label}
      placeholder={placeholder ?? 'Type to search'}
      size="md"
      required
      withAsterisk={false}
      searchable
      // Within the dialog: outside of it nothing can be clicked.
      comboboxProps={{ withinPortal: false }}
      data={known || chosen === null ? data : [chosen, ...data]}
      // The server has searched already.
      filter={({ options }) => options}
      value={value || null}
      onSearchChange={setText}
      onChange={(next, option) => {
        setChosen(next === null ? null : option);
        onChange(next ?? '');
      }}
      nothingFoundMessage={isFetching ? 'Searching …' : 'Nothing found'}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      description={error ? undefined : hint}
      error={error && <FieldError>{error}</FieldError>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
