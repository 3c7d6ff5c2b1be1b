import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { DASHBOARD_DOMAINS } from './kit/domains.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { line } from './kit/text.ts';

/** Views that one person keeps of one list at the most. */
export const SAVED_VIEWS_MAX = 20;
/** And of all lists together. */
export const SAVED_VIEWS_OF_PERSON = 50;

const listName = described(
  'The list, by the name of its operation, such as `listCustomers`.',
  z.string().check(z.maxLength(60), z.regex(/^[a-zA-Z]+$/)),
);
const viewName = described('The name of the view.', line(1, 60));

/** Filters of a list that a person has named, to come back to them. */
export const savedViewShape = z.object({
  name: described('The name of the view.', z.string()),
  query: described(
    'What the address of the list says behind its `?`: search text, state, order and filters.',
    z.string(),
  ),
});
export type SavedView = z.infer<typeof savedViewShape>;

const admission = signedIn(DASHBOARD_DOMAINS);

export const listSavedViews = endpoint({
  name: 'listSavedViews',
  summary: "List the caller's saved views of a list, by name.",
  path: '/api/v1/saved-views',
  admission,
  query: z.object({
    list: listName,
  }),
  answers: z.object({ views: described('The saved views.', z.array(savedViewShape)) }),
});

/** A view of the same name is replaced. */
export const saveView = endpoint({
  name: 'saveView',
  summary: 'Save a view of a list under a name, in the place of one that has the name already.',
  method: 'PUT',
  path: '/api/v1/saved-views',
  admission,
  takes: z.object({
    list: listName,
    name: viewName,
    query: described('What the address of the list says behind its `?`.', line(0, 1000)),
  }),
  answers: savedViewShape,
  errors: ['SAVED_VIEWS_FULL'],
});

/** Deleting a view that is not there changes nothing. */
export const deleteSavedView = endpoint({
  name: 'deleteSavedView',
  summary: "Delete one of the caller's saved views.",
  method: 'DELETE',
  path: '/api/v1/saved-views',
  admission,
  query: z.object({
    list: listName,
    name: viewName,
  }),
});
