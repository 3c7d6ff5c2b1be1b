import * as z from 'zod/mini';
import type { Shape } from './endpoint.ts';

/** How a field is typed in, shown and exported. */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'phone'
  | 'email'
  | 'money'
  | 'date'
  | 'select'
  | 'checkbox'
  | 'file'
  | 'accountNumber';

/** A field of an entity, described once for forms, details, reviews, messages, imports and exports. */
export interface Field<S extends Shape = Shape> {
  label: string;
  kind: FieldKind;
  /** How the API takes it. */
  schema: S;
  /** Below the input, until there is an error. */
  hint?: string;
  placeholder?: string;
  /** The heading it stands below in details and reviews. */
  section?: string;
  /** For `select`: what can be chosen. */
  options?: readonly { value: string; label: string }[];
  /** Marked as optional in forms. */
  optional?: boolean;
  /** Shown as its last four characters until somebody reveals it on record. */
  masked?: boolean;
  /** A reviewer can ask to have it corrected. */
  reviewable?: boolean;
  /** The browser's autocomplete name. */
  autoComplete?: string;
}

/** The fields of an entity by key, in the order of reading. */
export type Fields = Readonly<Record<string, Field>>;

/** Writes a catalogue of fields down with the exact types of its schemas. */
export function fields<const F extends Fields>(catalogue: F): F {
  return catalogue;
}

type ShapesOf<F extends Fields> = { [key in keyof F]: F[key]['schema'] };

/** The object of a catalogue's fields as the API takes it. */
export function objectOf<F extends Fields>(catalogue: F): z.ZodMiniObject<ShapesOf<F>> {
  const shapes = Object.fromEntries(
    Object.entries(catalogue).map(([key, { schema }]) => [key, schema]),
  );
  // The types are those of the catalogue: Object.fromEntries loses them.
  return z.object(shapes) as unknown as z.ZodMiniObject<ShapesOf<F>>;
}

/** The labels of a catalogue's fields by key. */
export function labelsOf<F extends Fields>(catalogue: F): Record<keyof F, string> {
  const labels = Object.entries(catalogue).map(([key, { label }]) => [key, label]);
  return Object.fromEntries(labels) as Record<keyof F, string>;
}
