import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { DASHBOARD_DOMAINS } from './kit/domains.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { typed } from './kit/text.ts';

export const SEARCH_LETTERS_MIN = 2;

export const SEARCH_LETTERS_MAX = 100;

/** Hits of one noun that are answered; more are found in the noun's list. */
export const SEARCH_HITS_MAX = 5;

export const searchHitShape = z.object({
  noun: described('What it is, such as `customer`.', z.string()),
  id: z.uuid(),
  title: described('What it is about.', z.string()),
  sub: described(
    'What tells it from others of the same title, such as a reference; null where nothing does.',
    z.nullable(z.string()),
  ),
  state: described('Its state; null where it has none.', z.nullable(z.string())),
  path: described('Its screen in the app.', z.string()),
});
export type SearchHit = z.infer<typeof searchHitShape>;

/** Nouns that the caller may not read are left out, and so are nouns without a hit. */
export const searchAll = endpoint({
  name: 'searchAll',
  summary: 'Search everything that the caller may read, up to five hits of each noun.',
  path: '/api/v1/search',
  admission: signedIn(DASHBOARD_DOMAINS),
  limit: { max: 60, per: 'person', windowSeconds: 60 },
  query: z.object({
    text: described(
      'The beginning of a name, a reference, a phone number or an email.',
      z.string().check(typed(), z.minLength(SEARCH_LETTERS_MIN), z.maxLength(SEARCH_LETTERS_MAX)),
    ),
  }),
  answers: z.object({
    groups: described(
      'The nouns with hits.',
      z.array(
        z.object({
          label: described('The name in words.', z.string()),
          hits: described('Up to five hits of the noun.', z.array(searchHitShape)),
        }),
      ),
    ),
  }),
});
