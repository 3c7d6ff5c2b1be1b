import type { Shape } from '@tegeka/contract/kit/endpoint.ts';
import * as z from 'zod/mini';
import type { JSONSchema } from 'zod/v4/core';
import { portablePattern } from './openapi-patterns.ts';

/** Any object of the document. */
export type Json = Record<string, unknown>;

export type Schema = JSONSchema.BaseSchema;

/** Formats that need no pattern beside them; their patterns are long. */
const FORMATS = ['uuid', 'date', 'date-time', 'email'];

/** Removes what does not help a reader. */
function tidy(schema: Schema): void {
  // The limits of safe integers apply to every whole number.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Answers may get new fields, so clients must accept unknown ones.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  const pattern = schema.pattern === undefined ? undefined : portablePattern(schema.pattern);
  if (pattern === undefined || FORMATS.includes(schema.format ?? '')) delete schema.pattern;
  else schema.pattern = pattern;
  schema.anyOf &&= schema.anyOf.flatMap((one) =>
    Object.keys(one).length === 1 && one.anyOf ? one.anyOf : [one],
  );
}

/** A shape of the contract as JSON Schema. The document names the dialect once. */
export function schemaOf(shape: Shape, io: 'input' | 'output'): Schema {
  const schema: Schema = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  delete schema.$schema;
  return schema;
}

export function asSchema(part: unknown): Schema {
  // The shapes of the contract make no other parts than schemas.
  return typeof part === 'object' && part !== null ? (part as Schema) : {};
}
