import { Button } from '@mantine/core';
import { listBanks } from '@tegeka/contract/banks.ts';
import type { FieldOption } from '@tegeka/contract/kit/fields.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';

const banksQuery = endpointQuery(listBanks, {});

/** The banks to choose from, null until they are loaded, and a notice about loading or failure. */
export interface BankOptions {
  banks: readonly FieldOption[] | null;
  notice: ReactNode;
}

/** Loads the banks. The texts for a failure and for an empty list are from the specification. */
export function useBankOptions(): BankOptions {
  const { data, isError, isFetching, refetch } = useQuery(banksQuery, cache);
  if (data) {
    const banks = data.map(({ id, name }) => ({ value: id, label: name }));
    const notice = data.length === 0 && <NoteBox tone="warning">No data found</NoteBox>;
    return { banks, notice };
  }
  if (!isError) return { banks: null, notice: <output>Loading the banks…</output> };
  return {
    banks: null,
    notice: (
      <NoteBox tone="bad">
        <p>Sorry, we encountered an error loading banks. Try again.</p>
        <Button mt="xs" size="xs" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </NoteBox>
    ),
  };
}
