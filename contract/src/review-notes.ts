import * as z from 'zod/mini';
import { described } from './kit/described.ts';

/** What a reviewer says beside a decision. */
export const reviewNotes = {
  comment: described(
    'What the reviewer said; null where nothing was said.',
    z.nullable(z.string()),
  ),
  corrections: described(
    'What is to be corrected, by field.',
    z.array(
      z.object({
        field: described('The name of the field.', z.string()),
        label: described('The name in words.', z.string()),
        comment: described('What is to be corrected at the field.', z.string()),
      }),
    ),
  ),
};
