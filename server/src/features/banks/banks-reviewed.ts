import { BANK, BANK_FIELDS } from '@tegeka/contract/bank-records.ts';
import { fields } from '@tegeka/contract/kit/fields.ts';
import * as z from 'zod/mini';
import type { ValuesOf } from '#features/approvals/approvals-changes.ts';

/** What a checker reads of a change: a stored logo by its id, and the state with the reason. */
export const REVIEWED_FIELDS = fields({
  ...BANK_FIELDS,
  logo: {
    ...BANK_FIELDS.logo,
    schema: z.nullable(z.uuid()),
  },
  state: {
    label: 'State',
    kind: 'select',
    schema: z.enum(BANK.states),
    options: [
      { value: 'ACTIVE', label: 'Active' },
      { value: 'DISABLED', label: 'Disabled' },
    ],
    section: 'State',
  },
  /** Of the change, and not of the bank: no bank has one. */
  reason: {
    label: 'Reason for the change',
    kind: 'textarea',
    schema: z.nullable(z.string()),
    section: 'State',
  },
});

/** A bank as a request about it holds it. */
export type ReviewedBank = ValuesOf<typeof REVIEWED_FIELDS>;

/** What differs between two banks, without the state and its reason: those are a transition. */
export function changesOf(before: ReviewedBank, after: ReviewedBank) {
  const was = new Map<string, unknown>(Object.entries(before));
  const differing = Object.entries(after).filter(
    ([key, value]) => !['state', 'reason'].includes(key) && was.get(key) !== value,
  );
  return Object.fromEntries(
    differing.map(([key, value]) => [key, { before: was.get(key) ?? null, after: value }]),
  );
}
