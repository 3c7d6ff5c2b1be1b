import { type CustomerTexts, differing } from '#features/customers/customer-draft.ts';
import type { CustomerField } from '#features/customers/customer-words.ts';

/** A field that somebody else has changed to something other than what stands in the form. */
export interface Difference {
  field: CustomerField;
  /** What it was when the form was opened. */
  before: string;
  mine: string;
  theirs: string;
}

export type Side = 'mine' | 'theirs';
export type Choices = Partial<Record<CustomerField, Side>>;

/** Three readings of one customer: as the form was opened, as typed since, as saved by another. */
export interface Readings {
  base: CustomerTexts;
  mine: CustomerTexts;
  theirs: CustomerTexts;
}

/** What has to be chosen between: what the other changed and the form has otherwise. */
export function differencesOf({ base, mine, theirs }: Readings): Difference[] {
  const changed = differing(base, theirs);
  return differing(mine, theirs)
    .filter((field) => changed.includes(field))
    .map((field) => ({
      field,
      before: base[field],
      mine: mine[field],
      theirs: theirs[field],
    }));
}

/** The fields that only the person at the form has changed: nobody objects to them. */
export function onlyMine({ base, mine, theirs }: Readings): CustomerField[] {
  const changed = differing(base, theirs);
  return differing(mine, theirs).filter((field) => !changed.includes(field));
}

/** What is chosen before anybody chooses: a field that was not touched takes what the other saved. */
export function firstChoices({ base, mine, theirs }: Readings): Choices {
  const touched = differing(base, mine);
  const untouched = differencesOf({ base, mine, theirs }).filter(
    ({ field }) => !touched.includes(field),
  );
  return Object.fromEntries(untouched.map(({ field }) => [field, 'theirs']));
}

/** What is to be saved on the newer version: the form, with what was chosen of the other's. */
export function merged({ mine, theirs }: Readings, choices: Choices): CustomerTexts {
  const texts = { ...mine };
  for (const field of differing(mine, theirs))
    if (choices[field] === 'theirs') texts[field] = theirs[field];
  return texts;
}
