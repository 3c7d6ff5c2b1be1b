import { DAY_INVALID } from '@tegeka/contract/kit/day.ts';
import type { Shape } from '@tegeka/contract/kit/endpoint.ts';
import type { FieldError } from '@tegeka/contract/kit/errors.ts';
import type { Field, Fields } from '@tegeka/contract/kit/fields.ts';
import { MONEY_INVALID, parseMoney } from '@tegeka/contract/kit/money.ts';
import { PHONE_EXAMPLE, PHONE_PREFIX } from '@tegeka/contract/kit/phone.ts';
import { plainText } from '@tegeka/contract/kit/text.ts';

/** The value of a field: text as typed (a phone without +256), a checkbox, or a chosen file. */
export type FormValue = string | boolean | File | null;
export type FormValues = Record<string, FormValue>;

/** The text of a value; empty for one that is no text. */
export const textOf = (value: FormValue | undefined): string =>
  typeof value === 'string' ? value : '';

/** What is wrong with each field, in words for the person who typed it. */
export type FormErrors = Record<string, string>;

function formValue({ kind }: Field, value: unknown): FormValue {
  if (kind === 'checkbox') return value === true;
  if (kind === 'file') return value instanceof File ? value : null;
  if (typeof value === 'number')
    return kind === 'money' ? value.toLocaleString('en') : String(value);
  if (typeof value !== 'string') return '';
  return kind === 'phone' && value.startsWith(PHONE_PREFIX)
    ? value.slice(PHONE_PREFIX.length)
    : value;
}

/** An entity as its form shows it; the empty form where there is none. */
export function valuesOf(fields: Fields, entity: object = {}): FormValues {
  const given = new Map(Object.entries(entity));
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, formValue(field, given.get(key))]),
  );
}

function apiValue({ kind }: Field, value: FormValue): unknown {
  if (typeof value !== 'string') return value;
  const text = plainText(value);
  if (kind === 'money') return text === '' ? null : parseMoney(text);
  return text === '' && (kind === 'date' || kind === 'select') ? null : text;
}

/** The form as an endpoint takes it, without its files. */
export function bodyOf(fields: Fields, values: FormValues): Record<string, unknown> {
  const sent = Object.entries(fields).filter(([, { kind }]) => kind !== 'file');
  return Object.fromEntries(sent.map(([key, field]) => [key, apiValue(field, values[key] ?? '')]));
}

export function filesOf(fields: Fields, values: FormValues): Record<string, File> {
  const files: Record<string, File> = {};
  for (const key of Object.keys(fields)) {
    const value = values[key];
    if (value instanceof File) files[key] = value;
  }
  return files;
}

/** The parsed value, so that two ways of typing the same value are no change. */
function comparable(field: Field, value: FormValue): unknown {
  if (value instanceof File) return `${value.name} ${value.size} ${value.lastModified}`;
  const given = apiValue(field, value);
  const read = field.schema.safeParse(given);
  return (read.success ? read.data : given) ?? '';
}

/** True if a field is shown with the present values. */
export const isShown = (
  form: { shows?: (key: string, values: FormValues) => boolean },
  key: string,
  values: FormValues,
): boolean => form.shows?.(key, values) ?? true;

/** The fields in which two forms differ. */
export function differing(fields: Fields, a: FormValues, b: FormValues): string[] {
  return Object.entries(fields)
    .filter(([key, field]) => comparable(field, a[key] ?? '') !== comparable(field, b[key] ?? ''))
    .map(([key]) => key);
}

interface Issue {
  code?: string | undefined;
  /** For a limit: the type it applies to, such as `string`. */
  origin?: unknown;
  maximum?: unknown;
  message: string;
  path: PropertyKey[];
}

const WHAT_TO_ENTER: Partial<Record<Field['kind'], string>> = {
  email: 'Enter an email address, such as name@example.com',
  money: MONEY_INVALID,
  date: DAY_INVALID,
  select: 'Choose one from the list',
  accountNumber: 'Enter the account number in digits',
  text: 'Enter plain text on one line',
};

function errorOf(field: Field, value: FormValue, issue: Issue): string {
  const empty = value === null || (typeof value === 'string' && plainText(value) === '');
  // A rule for several fields has its own message.
  if (empty && issue.code === 'custom') return issue.message;
  if (empty) return `${field.label} is missing`;
  if (field.kind === 'phone') return field.invalid ?? PHONE_INVALID;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Enter at most ${String(issue.maximum)} characters`;
  if (issue.code === 'custom') return issue.message;
  return field.invalid ?? WHAT_TO_ENTER[field.kind] ?? 'This is not valid';
}

/** The field for a path in the body: the last part of the path that is a field's key. */
const fieldAt = (fields: Fields, path: readonly PropertyKey[]): string | undefined =>
  path.map(String).findLast((part) => part in fields);

/** Validates a form with the shape of the endpoint's body. Returns an empty object without errors. */
export function errorsOf(
  fields: Fields,
  shape: Shape,
  body: object,
  values: FormValues,
): FormErrors {
  const errors: FormErrors = {};
  // As in JSON: properties that are undefined are left out.
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  for (const issue of shape.safeParse(sent).error?.issues ?? []) {
    const key = fieldAt(fields, issue.path);
    const field = key && fields[key];
    if (field) errors[key] ??= errorOf(field, values[key] ?? '', issue);
  }
  for (const [key, field] of Object.entries(fields))
    if (field.file?.required && !(values[key] instanceof File))
      errors[key] = `${field.label} is missing`;
  return errors;
}

/** The server's errors for fields of this form. Those for other fields are left out. */
export function refusedFields(fields: Fields, errors: readonly FieldError[]): FormErrors {
  const refused = errors.flatMap(({ field, message }) => {
    const key = fieldAt(fields, field.split('.'));
    return key === undefined ? [] : [[key, message]];
  });
  return Object.fromEntries(refused);
}

/** Parses stored values and keeps known fields only. Null if a field is missing. */
export function keptValues(fields: Fields, kept: unknown): FormValues | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const given = new Map<string, unknown>(Object.entries(kept));
  if (Object.keys(fields).some((key) => !given.has(key))) return null;
  return valuesOf(fields, kept);
}

/** The typed values, the values and version they started from, and the idempotency key. */
export interface FormDraft {
  values: FormValues;
  base: FormValues;
  version: number | null;
  key: string;
}

export type Origin = Pick<FormDraft, 'base' | 'version'>;

export function parseFormDraft(fields: Fields, kept: unknown): FormDraft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { values, base, version, key }: Partial<Record<string, unknown>> = { ...kept };
  const [mine, from] = [keptValues(fields, values), keptValues(fields, base)];
  if (!mine || !from || typeof key !== 'string') return null;
  return { values: mine, base: from, version: typeof version === 'number' ? version : null, key };
}

/** The error for an invalid phone number (specification, section 5). */
export const PHONE_INVALID = `Enter a valid Uganda Number e.g ${PHONE_EXAMPLE}`;

/** Three versions of an entity: as the form was opened, as typed since, as saved by somebody else. */
export interface Versions {
  base: FormValues;
  mine: FormValues;
  theirs: FormValues;
}

export type Side = 'mine' | 'theirs';
export type Choices = Record<string, Side>;

/** The fields to choose: changed by the other person, and with another value in the form. */
export function disputed(fields: Fields, { base, mine, theirs }: Versions): string[] {
  const changed = differing(fields, base, theirs);
  return differing(fields, mine, theirs).filter((key) => changed.includes(key));
}

/** The fields that only the person at the form has changed. */
export function undisputed(fields: Fields, { base, mine, theirs }: Versions): string[] {
  const changed = differing(fields, base, theirs);
  return differing(fields, mine, theirs).filter((key) => !changed.includes(key));
}

/** The initial choices: fields that are not changed in the form take the other person's value. */
export function firstChoices(fields: Fields, versions: Versions): Choices {
  const touched = differing(fields, versions.base, versions.mine);
  const untouched = disputed(fields, versions).filter((key) => !touched.includes(key));
  return Object.fromEntries(untouched.map((key) => [key, 'theirs']));
}

/** The values to save with the newer version: the form, with the chosen values of the other person. */
export function merged(fields: Fields, { mine, theirs }: Versions, choices: Choices): FormValues {
  const values = { ...mine };
  for (const key of differing(fields, mine, theirs))
    if (choices[key] === 'theirs') values[key] = theirs[key] ?? '';
  return values;
}
