import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { cache, type HistoryQuery } from '#platform/call/cache.ts';

/** A saved entity that people may change at the same time. */
export interface Versioned {
  version: number;
}

/** The entity as somebody else has saved it meanwhile. */
export interface Newer<T> {
  entity: T;
  /** Who saved it, and when, in words; null where that is not known. */
  by: string | null;
  at: string | null;
}

/** What a form needs in addition to edit an existing entity. */
export interface EditOf<T> {
  /** The entity as it is now; its version goes with the change. */
  entity: T & object & Versioned;
  /** The entity as its form shows it, where its fields differ from those of the entity. */
  typed?: (entity: T & object & Versioned) => object & Versioned;
  /** What it is called in a sentence, such as 'customer'. */
  what: string;
  /** The error code of a version conflict. */
  changedCode: ErrorCode;
  /** Fetches the entity as it is now. */
  latest: () => Promise<T & object & Versioned>;
  /** Its history, which names who saved it. */
  history?: HistoryQuery;
}

/** Fetches the entity as somebody else has saved it, and who that was. */
export async function fetchLatest<T>({
  latest,
  history,
}: EditOf<T>): Promise<Newer<T & object & Versioned>> {
  const [entity, events] = await Promise.all([
    latest(),
    history && cache.fetchInfiniteQuery({ ...history, staleTime: 0 }),
  ]);
  // A requested change has changed nothing yet.
  const last = events?.pages[0]?.content.find(({ kind }) => kind !== 'REQUESTED');
  return { entity, by: last?.by ?? null, at: last ? showMoment(last.at) : null };
}

/** An entity as its form shows it: as it is now, unless another version is given. */
export function typedOf<T>(edit: EditOf<T>, entity = edit.entity): object & Versioned {
  return edit.typed?.(entity) ?? entity;
}
