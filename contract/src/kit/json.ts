/** Gives a value its type, or throws: a schema, or a function where a script is too small for schemas. */
export interface Parser<T> {
  parse(value: unknown): T;
}

/**
 * Parses a JSON text by a schema. `JSON.parse` stands nowhere else, since its result has no type that
 * anybody has checked. Throws if the text is no JSON, or of another shape.
 */
export function parseJson<T>(schema: Parser<T>, text: string): T {
  return schema.parse(JSON.parse(text));
}

/** Like {@link parseJson}; null without a text, and where it throws: for what is stored elsewhere and may be old. */
export function parseJsonOrNull<T>(schema: Parser<T>, text: string | null | undefined): T | null {
  try {
    return text === null || text === undefined ? null : parseJson(schema, text);
  } catch {
    return null;
  }
}

/** The fields of a JSON object, for parsers that are functions. Throws for every other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new TypeError('This is no JSON object');
}
