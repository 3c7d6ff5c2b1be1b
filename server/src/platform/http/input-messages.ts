import type { $ZodIssue, $ZodRawIssue } from 'zod/v4/core';

/** Maximum number of allowed values listed in a message. */
const NAMED_VALUES = 12;

const EXPECTED: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Words for text formats. A text checked by a pattern alone gets no name. */
const FORMATS: Record<string, string> = {
  email: 'Enter an email address, such as name@example.com.',
  uuid: 'This is not an id.',
  datetime: 'Write it like 2026-03-04T10:00:00Z.',
  date: 'Write it like 2026-03-04.',
};

/** Unit of a size, by the kind of value. */
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

function typeLabel(expected: string, input: unknown): string {
  if (input === undefined || input === null) return 'This is missing.';
  return `This has to be ${EXPECTED[expected] ?? 'of another kind'}.`;
}

function valueText(values: readonly unknown[]): string {
  if (values.length > NAMED_VALUES) return 'This is not one of the values that are taken.';
  return `Use ${values
    .map(String)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')}.`;
}

function leastText(origin: string, least: string, input: unknown): string {
  if (origin === 'string' && least === '1') return 'This is missing.';
  if (typeof input === 'number') return `Use ${least} or more.`;
  return `Use at least ${least}${UNITS[origin] ?? ''}.`;
}

/** The error message for a value. Only for shapes without a message of their own. */
export function inputMessages(issue: $ZodRawIssue): string {
  if (issue.code === 'invalid_type') return typeLabel(issue.expected, issue.input);
  if (issue.code === 'invalid_value') return valueText(issue.values);
  if (issue.code === 'too_small')
    return leastText(issue.origin, String(issue.minimum), issue.input);
  if (issue.code === 'too_big')
    return `Use at most ${String(issue.maximum)}${UNITS[issue.origin] ?? ''}.`;
  if (issue.code === 'invalid_format')
    return FORMATS[issue.format] ?? 'This has characters that are not taken, or another form.';
  if (issue.code === 'unrecognized_keys') return 'This name is not known.';
  if (issue.code === 'invalid_key') return 'This has a name that is not known.';
  return 'This is not one of the values that are taken.';
}

/** The most useful issue: of a union, such as an optional field, that of its last alternative. */
export function mostUsefulIssue(issue: $ZodIssue): $ZodIssue {
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

/** The field errors of an issue. Each unknown key is a field of its own. */
export function toFieldErrors(issue: $ZodIssue): { field: string; message: string }[] {
  const telling = mostUsefulIssue(issue);
  const { path, message } = telling;
  const names = telling.code === 'unrecognized_keys' ? telling.keys.map((key) => [key]) : [[]];
  return names.map((name) => ({
    field: [...path, ...name].map(String).join('.').slice(0, 120),
    message,
  }));
}
