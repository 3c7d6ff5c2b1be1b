/** Search parameters of the reference: the operation that is shown, and the search text. */
export interface ReferenceSearch {
  operation?: string;
  find?: string;
}

/** Parses the search parameters. Ignores invalid values. */
export function referenceSearchOf(given: Record<string, unknown>): ReferenceSearch {
  const { operation, find } = given;
  return {
    ...(typeof operation === 'string' && /^\w{1,60}$/.test(operation) && { operation }),
    ...(typeof find === 'string' && find !== '' && { find: find.slice(0, 100) }),
  };
}
