/** What the address of the reference remembers: the call that is shown, and what is looked for. */
export interface ReferenceSearch {
  operation?: string;
  find?: string;
}

/** Reads the address; what can not be meant is left out. */
export function referenceSearchOf(given: Record<string, unknown>): ReferenceSearch {
  const { operation, find } = given;
  return {
    ...(typeof operation === 'string' && /^\w{1,60}$/.test(operation) && { operation }),
    ...(typeof find === 'string' && find !== '' && { find: find.slice(0, 100) }),
  };
}
