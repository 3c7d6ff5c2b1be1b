import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { Party } from './clearing-parties.ts';

export type ReadOperator = (tx: PlatformTx) => Promise<string>;

/** The inbound file that is processed, its sender, and the time. */
export interface InboundContext {
  ctx: AppContext;
  tx: PlatformTx;
  sender: Party;
  fileId: string;
  /** Returns the operator's organization, which owns entries without a merchant. */
  readOperator: ReadOperator;
  /** The wall clock and the business clock. */
  now: Date;
  at: Date;
}

/** The result for some items: how many are finished, and which of those need a person. */
export interface ProcessedItems {
  /** 0 where the first item needs another transaction. */
  done: number;
  refused: readonly RejectedItem[];
}

export interface RejectedItem {
  /** The id of its exception, where a posting already refers to it. */
  id?: string;
  /** Index among the given items, from 0. */
  n: number;
  reference: string | null;
  why: Rejection;
}

/** The leading items of a kind, up to the first one of another kind. */
export function whileKind<T extends { kind: string }, K extends T['kind']>(
  items: readonly T[],
  kind: K,
): Extract<T, { kind: K }>[] {
  const end = items.findIndex((item) => item.kind !== kind);
  const same = end === -1 ? items : items.slice(0, end);
  return same.filter((item): item is Extract<T, { kind: K }> => item.kind === kind);
}
