import type { Fields } from '@tegeka/contract/kit/fields.ts';
import { differing, type FormValues } from '#ui/form/form-values.ts';

/** Three versions of an entity: as the form was opened, as typed since, as saved by somebody else. */
export interface Versions {
  base: FormValues;
  mine: FormValues;
  theirs: FormValues;
}

export type Side = 'mine' | 'theirs';
export type Choices = Record<string, Side>;

/** The fields to choose: those the other person changed and the form has otherwise. */
export function disputed(fields: Fields, { base, mine, theirs }: Versions): string[] {
  const changed = differing(fields, base, theirs);
  return differing(fields, mine, theirs).filter((key) => changed.includes(key));
}

/** The fields that only the person at the form has changed. */
export function undisputed(fields: Fields, { base, mine, theirs }: Versions): string[] {
  const changed = differing(fields, base, theirs);
  return differing(fields, mine, theirs).filter((key) => !changed.includes(key));
}

/** What is chosen at first: a field that was not touched takes what the other person saved. */
export function firstChoices(fields: Fields, versions: Versions): Choices {
  const touched = differing(fields, versions.base, versions.mine);
  const untouched = disputed(fields, versions).filter((key) => !touched.includes(key));
  return Object.fromEntries(untouched.map((key) => [key, 'theirs']));
}

/** What is to be saved on the newer version: the form, with what was chosen of the other's. */
export function merged(fields: Fields, { mine, theirs }: Versions, choices: Choices): FormValues {
  const values = { ...mine };
  for (const key of differing(fields, mine, theirs))
    if (choices[key] === 'theirs') values[key] = theirs[key] ?? '';
  return values;
}
