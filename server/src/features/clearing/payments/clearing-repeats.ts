import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import type { IsoItem } from '../iso/iso-messages.ts';

type Part<K extends IsoItem['kind']> = Extract<IsoItem, { kind: K }>;

/**
 * What an entry is told from others by that have the same reference of the bank: a charge has the one of its
 * credit, a reversal that of the booking that it takes back.
 */
export interface Repeats {
  /** Which one of equal ones in its message, from 1. The next message has the same ones. */
  occurrence: number;
  /** The keys of all entries of its message under its reference. */
  besides: ReadonlySet<string>;
}

/** Entries with the same key and reference are equal. `amount` is positive for credits. */
export const entryKey = (entry: { amount: number; currency: string; isReversal: boolean }) =>
  `${entry.amount} ${entry.currency}${entry.isReversal ? ' back' : ''}`;

/** The amount of an entry: credits are positive, debits negative. */
export const signedAmount = ({ direction, amount }: Pick<Part<'ENTRY'>, 'direction' | 'amount'>) =>
  direction === 'CREDIT' ? amount : -amount;

/** True for a statement of the pooled account. */
export const isOurs = ({ account, currency }: Part<'STATEMENT'>, ours: string | null) =>
  account === ours && (currency === null || currency === CURRENCY);

/** Counts the entries of a message as they come. */
export function countRepeats(): (entry: Part<'ENTRY'>) => Part<'ENTRY'> & Repeats {
  const seen = new Map<string, Map<string, number>>();
  const keys = new Map<string, Set<string>>();
  return (entry) => {
    const { entryId } = entry;
    const key = entryKey({ ...entry, amount: signedAmount(entry) });
    const counts = seen.get(entryId) ?? new Map<string, number>();
    const besides = keys.get(entryId) ?? new Set<string>();
    const occurrence = (counts.get(key) ?? 0) + 1;
    seen.set(entryId, counts.set(key, occurrence));
    // The same set for all of them: it has those that follow, too.
    keys.set(entryId, besides.add(key));
    return { ...entry, occurrence, besides };
  };
}
