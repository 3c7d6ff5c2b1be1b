import type { Field, FieldOption } from '@tegeka/contract/kit/fields.ts';
import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import type { Draft } from '#ui/form/draft/field-draft.ts';

/** What is wrong with each field, in words for the person who typed it. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** Options that come from the server, by field; null while they are not loaded. */
export type LoadedOptions = Readonly<Record<string, readonly FieldOption[] | null>>;

interface Issue {
  code?: string | undefined;
  message: string;
  minimum?: unknown;
  maximum?: unknown;
}

/** An issue of a schema in plain words; schemas with a sentence of their own keep it. */
function sentenceOf(issue: Issue): string {
  if (issue.code === 'too_small') return `Enter at least ${String(issue.minimum)} characters`;
  if (issue.code === 'too_big') return `Enter at most ${String(issue.maximum)} characters`;
  return issue.message;
}

/** A phone number as the API takes it; `subscriberNumber` is null for text that is no number. */
export function phoneOf(text: string) {
  return { countryCode: '256', region: 'UG', subscriberNumber: subscriberOf(text, 'any') };
}

/** What is wrong with a text, or null. Loaded options are not checked before they are there. */
function errorOfText(
  field: Field,
  text: string,
  loaded?: readonly FieldOption[] | null,
): string | null {
  const parsed = field.schema.safeParse(field.kind === 'phone' ? phoneOf(text) : text);
  const issue = parsed.error?.issues[0];
  if (field.kind !== 'select') return issue ? (field.invalid ?? sentenceOf(issue)) : null;
  const options = field.options ?? loaded;
  const isKnown = !options || options.some(({ value }) => value === text);
  return isKnown ? null : (field.invalid ?? 'Choose one from the list');
}

/** The errors of some fields, all of which are required. */
export function errorsOf(
  fields: Readonly<Record<string, Field>>,
  { texts, files }: Draft,
  loaded: LoadedOptions,
): { errors: FieldErrors; isMissing: boolean } {
  const errors: Record<string, string> = {};
  let isMissing = false;
  for (const [key, field] of Object.entries(fields)) {
    const text = texts[key] ?? '';
    const isFile = field.kind === 'file';
    const isEmpty = isFile ? !files[key] : text.trim() === '';
    isMissing ||= isEmpty;
    const error = isFile || isEmpty ? null : errorOfText(field, text, loaded[key]);
    if (isEmpty) errors[key] = `${field.inputLabel ?? field.label} is missing`;
    else if (error) errors[key] = error;
  }
  return { errors, isMissing };
}

/** The errors without that of a field that has just been changed. */
export function withoutError(errors: FieldErrors, key: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([known]) => known !== key));
}
