import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cache } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';

/** The columns beside the name, which is always there. */
const CHOICES = [
  { name: 'reference', label: 'Reference' },
  { name: 'phone', label: 'Phone' },
  { name: 'email', label: 'Email' },
  { name: 'status', label: 'Status' },
  { name: 'added', label: 'Added' },
  { name: 'changed', label: 'Changed' },
] as const;
export type ColumnName = (typeof CHOICES)[number]['name'];

const KEPT_AS = 'customer-columns';
const HIDDEN_AT_FIRST: readonly string[] = ['changed'];

/** Which columns are hidden on this device. */
function hiddenOf(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : HIDDEN_AT_FIRST;
}

/** The columns with whether they are shown, and the way to change that; the device remembers it. */
export function useCustomerColumns() {
  const { data } = useQuery(choiceQuery(KEPT_AS), cache);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const hidden = chosen ?? hiddenOf(data);
  return {
    columns: CHOICES.map((column) => ({ ...column, shown: !hidden.includes(column.name) })),
    show: (name: string, shown: boolean) => {
      const others = hidden.filter((one) => one !== name);
      const next = shown ? others : [...others, name];
      setChosen(next);
      void keepChoice(KEPT_AS, next);
    },
  };
}
