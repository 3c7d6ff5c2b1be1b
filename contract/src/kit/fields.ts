import * as z from 'zod/mini';
import type { FilePart, Shape } from './endpoint.ts';

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
  /** What the form calls it, where it says more than the label. */
  inputLabel?: string;
  kind: FieldKind;
  /** How the API takes it; for `file`, how it answers a stored one. */
  schema: S;
  /** Below the input, until there is an error. */
  hint?: string;
  placeholder?: string;
  /** The error message for an invalid value, where that of the schema is too vague. */
  invalid?: string;
  /** The heading it stands below in details and reviews. */
  section?: string;
  options?: readonly FieldOption[];
  file?: FilePart;
  optional?: boolean;
  /** Shown as its last four characters until somebody reveals it, which is recorded. */
  masked?: boolean;
  /** A reviewer can ask to have it corrected. */
  reviewable?: boolean;
  /** True where its values are long: the input takes the whole width of the form. */
  wide?: boolean;
  autoComplete?: string;
  /** True where a phone shows its numeric keyboard. */
  numeric?: boolean;
  /** Characters that the input accepts. It can be more than are valid, so that an error is shown. */
  maxLength?: number;
}

export interface FieldOption {
  value: string;
  label: string;
}

/** Options whose labels are their values. */
export function optionsOf(values: readonly string[]): FieldOption[] {
  return values.map((value) => ({ value, label: value }));
}

/** The fields of an entity by key, in the order of reading. */
export type Fields = Readonly<Record<string, Field>>;

/** Declares the fields of an entity, with the exact types of their schemas. */
export function fields<const F extends Fields>(catalogue: F): F {
  return catalogue;
}

type Input = Omit<Field, 'schema' | 'section'>;

/** Declares inputs below a heading of a form. They have no schemas: the shapes of the API validate them. */
export function inputsBelow<const I extends Readonly<Record<string, Input>>>(
  section: string,
  inputs: I,
): { [key in keyof I]: I[key] & Field } {
  const declared = Object.entries(inputs).map(([key, input]) => [
    key,
    { ...input, schema: z.unknown(), section },
  ]);
  // Object.fromEntries loses the types of the inputs.
  return Object.fromEntries(declared) as { [key in keyof I]: I[key] & Field };
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

export function labelsOf<F extends Fields>(catalogue: F): Record<keyof F, string> {
  const labels = Object.entries(catalogue).map(([key, { label }]) => [key, label]);
  return Object.fromEntries(labels) as Record<keyof F, string>;
}

/** The keys of a table in its order, for `z.enum`. */
export function keysOf<const T extends object>(table: T): readonly (keyof T & string)[] {
  // Object.keys loses their types.
  return Object.keys(table) as (keyof T & string)[];
}
