/** What is edited: nothing, the contact data, or legal and bank data; `check` is the look before sending. */
const EDITS = ['contact', 'details', 'check'] as const;
export type Edit = (typeof EDITS)[number];

/** The form that the address asks for. Read by hand: the router needs it at the start of the app. */
export function profileSearchOf(search: Record<string, unknown>): { edit?: Edit } {
  const edit = EDITS.find((known) => known === search['edit']);
  return edit ? { edit } : {};
}
