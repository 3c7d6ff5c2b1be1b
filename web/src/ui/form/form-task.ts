import type { Endpoint, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import type { Fields } from '@tegeka/contract/kit/fields.ts';
import type * as z from 'zod/mini';
import { newKey } from '#platform/device/chance.ts';
import { type FormValues, keptValues, valuesOf } from '#ui/form/form-values.ts';

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

/** What an edit needs beside what a new entity needs. */
export interface EditOf<T> {
  /** The entity as it is now; its version goes with the change. */
  entity: T & object & Versioned;
  /** What it is called in a sentence, such as 'customer'. */
  what: string;
  /** The error code that says that somebody else was quicker. */
  changedCode: ErrorCode;
  /** Fetches the entity as it is now; null where it does not arrive. */
  latest: () => Promise<Newer<T & object & Versioned> | null>;
}

type ParamsOf<E extends Endpoint> =
  E extends Endpoint<infer P> ? ([P] extends [never] ? undefined : z.input<P>) : never;

/** What a form writes: the fields of a catalogue to an endpoint. */
export interface FormTask<E extends Endpoint> {
  fields: Fields;
  endpoint: E;
  params: ParamsOf<E>;
  /** Fields that are to blame for an error code of the endpoint. */
  blame?: Partial<Record<ErrorCode, string>>;
  /** What the form begins with where the endpoint answers something else than what it changes. */
  start?: object & Versioned;
  /** Absent where something new is made. */
  edit?: EditOf<OutputOf<E>>;
  onSaved: (saved: OutputOf<E>) => void;
  /** Nothing was changed, so nothing was sent. */
  onUnchanged: () => void;
}

/** What is typed, what it was made from, and the idempotency key under which it is sent. */
export interface FormDraft {
  values: FormValues;
  base: FormValues;
  version: number | null;
  key: string;
}

/** What the values were made from. */
export type Origin = Pick<FormDraft, 'base' | 'version'>;

/** Reads a draft of a form with these fields. */
export function parseFormDraft(fields: Fields, kept: unknown): FormDraft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { values, base, version, key }: Partial<Record<string, unknown>> = { ...kept };
  const [mine, from] = [keptValues(fields, values), keptValues(fields, base)];
  if (!mine || !from || typeof key !== 'string') return null;
  return { values: mine, base: from, version: typeof version === 'number' ? version : null, key };
}

/** The draft of a form in which nothing is typed yet. */
export const freshDraft = (fields: Fields, entity?: Versioned): FormDraft => ({
  values: valuesOf(fields, entity),
  base: valuesOf(fields, entity),
  version: entity?.version ?? null,
  key: newKey(),
});
