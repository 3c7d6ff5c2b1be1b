import { Button } from '@mantine/core';
import { type Bank, listBanks } from '@tegeka/contract/banks.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';

const banksQuery = endpointQuery(listBanks, {});

/** The banks to choose from, and what there is to say while they are not there. */
export interface BankChoice {
  banks: readonly Bank[] | null;
  notice: ReactNode;
}

/** Loads the banks; a failure and an empty list are said in the specification's words. */
export function useBanks(): BankChoice {
  const { data, isError, isFetching, refetch } = useQuery(banksQuery, cache);
  if (data && data.length > 0) return { banks: data, notice: null };
  if (data) return { banks: data, notice: <NoteBox tone="warning">No data found</NoteBox> };
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
