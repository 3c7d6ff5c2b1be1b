import type { $ZodIssue, $ZodRawIssue } from 'zod/v4/core';

/** Values that are named to somebody who sent another one; a longer list helps nobody. */
const NAMED_VALUES = 12;

/** What a shape expects, in words. */
const EXPECTED: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Texts of a known form; one that is checked by signs alone is named no further. */
const FORMATS: Record<string, string> = {
  email: 'Enter an email address, such as name@example.com.',
  uuid: 'This is not an id.',
  datetime: 'Write it like 2026-03-04T10:00:00Z.',
  date: 'Write it like 2026-03-04.',
};

/** What a size is counted in, by the kind of value. */
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

function typeWords(expected: string, input: unknown): string {
  if (input === undefined || input === null) return 'This is missing.';
  return `This has to be ${EXPECTED[expected] ?? 'of another kind'}.`;
}

function valueWords(values: readonly unknown[]): string {
  if (values.length > NAMED_VALUES) return 'This is not one of the values that are taken.';
  return `Use ${values
    .map(String)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')}.`;
}

function leastWords(origin: string, least: string, input: unknown): string {
  if (origin === 'string' && least === '1') return 'This is missing.';
  if (typeof input === 'number') return `Use ${least} or more.`;
  return `Use at least ${least}${UNITS[origin] ?? ''}.`;
}

/**
 * What is wrong with a value, as a sentence for whoever sent it. Shapes that have a sentence of their
 * own keep it: this one is asked for the others alone.
 */
export function inputMessages(issue: $ZodRawIssue): string {
  if (issue.code === 'invalid_type') return typeWords(issue.expected, issue.input);
  if (issue.code === 'invalid_value') return valueWords(issue.values);
  if (issue.code === 'too_small')
    return leastWords(issue.origin, String(issue.minimum), issue.input);
  if (issue.code === 'too_big')
    return `Use at most ${String(issue.maximum)}${UNITS[issue.origin] ?? ''}.`;
  if (issue.code === 'invalid_format')
    return FORMATS[issue.format] ?? 'This has characters that are not taken, or another form.';
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key')
    return 'This has a name that is not known.';
  return 'This is not one of the values that are taken.';
}

/** The issue that tells most: of a field that may be empty, what is wrong with the text in it. */
export function tellingOf(issue: $ZodIssue): $ZodIssue {
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

/** Where and why a value was refused, in words. */
export function wordsOf(issue: $ZodIssue): { field: string; message: string } {
  const { path, message } = tellingOf(issue);
  return { field: path.map(String).join('.').slice(0, 120), message };
}
