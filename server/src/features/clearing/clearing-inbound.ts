import type { Refused } from '#features/collections/collections-outcomes.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { Party } from './clearing-parties.ts';

export type ReadOperator = (tx: PlatformTx) => Promise<string>;

/** Whose file is taken in, and when. */
export interface InboundContext {
  ctx: AppContext;
  tx: PlatformTx;
  sender: Party;
  fileId: string;
  /** Gives the operator's organization, for what belongs to no merchant. */
  readOperator: ReadOperator;
  /** The wall clock and the business clock. */
  now: Date;
  at: Date;
}

/** What became of some items: how many are done with, and which of them, from 0, need a person. */
export interface TakenItems {
  /** 0 where the first one has more to do than one transaction does. */
  done: number;
  refused: readonly RefusedItem[];
}

export interface RefusedItem {
  /** Of its exception, where something refers to it already. */
  id?: string;
  /** Of those that were given, from 0. */
  n: number;
  reference: string | null;
  why: Refused;
}

/** The first ones of a kind. */
export function whileKind<T extends { kind: string }, K extends T['kind']>(
  items: readonly T[],
  kind: K,
): Extract<T, { kind: K }>[] {
  const end = items.findIndex((item) => item.kind !== kind);
  const same = end === -1 ? items : items.slice(0, end);
  return same.filter((item): item is Extract<T, { kind: K }> => item.kind === kind);
}
