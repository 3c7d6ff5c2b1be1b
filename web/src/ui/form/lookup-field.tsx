import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FieldOption } from '@tegeka/contract/kit/fields.ts';
import { type ReactNode, useState } from 'react';
import { cache } from '#platform/call/cache.ts';
import { type Lookup, useChosen } from './lookup-choice.ts';
import { FieldError } from './text-field.tsx';
import type { CustomInput } from './form-drawer.tsx';

interface LookupFieldProps extends Omit<CustomInput, 'onChange'> {
  name: string;
  label: string;
  placeholder?: string;
  hint?: ReactNode;
  required?: boolean;
  /** As forms have it, or as in the panels of lists. */
  size?: 'md' | 'sm';
  lookup: Lookup;
  onChange: (value: string) => void;
}

const PAUSE_MS = 250;

/** A select for long lists: the server searches the choices while somebody types. */
export function LookupField(props: LookupFieldProps) {
  const { name, label, placeholder, hint, required = false, size = 'md' } = props;
  const { error, value, onChange } = props;
  const { key, find } = props.lookup;
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text, PAUSE_MS);
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery(
    {
      queryKey: [...key, 'lookup', sought],
      queryFn: ({ signal }) => find(sought, signal),
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    },
    cache,
  );
  // The chosen option stays in the list while another text is searched for.
  const [picked, setPicked] = useState<FieldOption | null>(null);
  const isPicked = picked?.value === value;
  const kept = useChosen(props.lookup, isPicked ? '' : value);
  const nothingFound = isError ? 'This could not be searched. Type again.' : 'Nothing found';
  const chosen = isPicked ? picked : kept;
  const listed = chosen === null || data.some((option) => option.value === chosen.value);
  return (
    <Select
      name={name}
      label={label}
      placeholder={placeholder ?? 'Type to search'}
      size={size}
      required={required}
      clearable={!required}
      withAsterisk={false}
      searchable
      // Inside the modal dialog: nothing outside of it can be clicked.
      comboboxProps={{ withinPortal: false }}
      data={listed ? data : [chosen, ...data]}
      // The server has searched already.
      filter={({ options }) => options}
      value={value || null}
      onSearchChange={setText}
      onChange={(next, option) => {
        setPicked(next === null ? null : option);
        onChange(next ?? '');
      }}
      nothingFoundMessage={isFetching ? 'Searching …' : nothingFound}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      description={error ? undefined : hint}
      error={error && <FieldError>{error}</FieldError>}
    />
  );
}
