import * as z from 'zod/mini';
import { DASHBOARD_DOMAINS } from './kit/domains.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { typed } from './kit/text.ts';

export const SEARCH_LETTERS_MIN = 2;

export const SEARCH_LETTERS_MAX = 100;

/** Hits of one noun that are answered; more are found in the noun's list. */
export const SEARCH_HITS_MAX = 5;

export const searchHitShape = z.object({
  /** What it is, such as 'customer'. */
  noun: z.string(),
  id: z.uuid(),
  title: z.string(),
  /** What tells it from others of the same title, such as a reference. */
  sub: z.nullable(z.string()),
  /** The state of its state machine; null where it has none. */
  state: z.nullable(z.string()),
  /** Its screen in the app. */
  path: z.string(),
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
    text: z
      .string()
      .check(typed(), z.minLength(SEARCH_LETTERS_MIN), z.maxLength(SEARCH_LETTERS_MAX)),
  }),
  answers: z.object({
    groups: z.array(z.object({ label: z.string(), hits: z.array(searchHitShape) })),
  }),
});
