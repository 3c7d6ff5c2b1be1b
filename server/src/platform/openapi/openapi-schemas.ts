import { FIELD_SAMPLES, ENDPOINT_SAMPLES } from '@tegeka/contract/api-samples.ts';
import type { Endpoint, Shape } from '@tegeka/contract/kit/endpoint.ts';
import * as z from 'zod/mini';
import type { JSONSchema } from 'zod/v4/core';

/** Any object of the document. */
export type Json = Record<string, unknown>;

export type Schema = JSONSchema.BaseSchema;

const MOMENT = '2026-11-21T08:30:00.000Z';

/** Formats that need no pattern beside them; their patterns are long. */
const FORMATS = ['uuid', 'date', 'date-time', 'email'];

/** Removes what does not help a reader. */
function tidy(schema: Schema): void {
  // The limits of safe integers apply to every whole number.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Answers may get new fields, so clients must accept unknown ones.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (FORMATS.includes(schema.format ?? '')) delete schema.pattern;
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

function asSchema(part: unknown): Schema {
  // The shapes of the contract make no other parts than schemas.
  return typeof part === 'object' && part !== null ? (part as Schema) : {};
}

/** An example of a schema; `name` is the name of its field. */
export function exampleOf(schema: Schema, name: string): unknown {
  const sample = FIELD_SAMPLES[name];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one === sample) ?? schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    if (sample === null && options.some(({ type }) => type === 'null')) return null;
    // The most informative alternative: neither null nor an empty text.
    const fullest = options.find((one) => one.type !== 'null' && one.const !== '');
    return exampleOf(fullest ?? asSchema(options[0]), name);
  }
  return sample !== undefined && fits(sample, schema) ? sample : madeUp(schema, name);
}

function typesOf({ type }: Schema): readonly unknown[] {
  return [type].flat();
}

/** True if a sample has a type, and a record the keys, that the schema accepts. */
function fits(sample: unknown, schema: Schema): boolean {
  const types = typesOf(schema);
  if (sample === null) return types.includes('null');
  const names = asSchema(schema.propertyNames).enum;
  if (names && typeof sample === 'object')
    return Object.keys(sample).every((name) => names.includes(name));
  if (Array.isArray(sample)) return types.includes('array');
  return types.includes(typeof sample) || (typeof sample === 'number' && types.includes('integer'));
}

/** A generated value for a field without a sample. */
function madeUp(schema: Schema, name: string): unknown {
  const types = typesOf(schema);
  const { properties = {}, required = [], additionalProperties } = schema;
  if (types.includes('object')) {
    // A record with known keys, such as counts by state, names them as required only.
    const names = [...new Set([...Object.keys(properties), ...required])];
    const partOf = (key: string) => asSchema(properties[key] ?? additionalProperties);
    return Object.fromEntries(names.map((key) => [key, exampleOf(partOf(key), key)]));
  }
  if (types.includes('array')) return schema.items ? [exampleOf(asSchema(schema.items), name)] : [];
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return schema.minimum ?? 0;
  if (!types.includes('string')) return null;
  if (schema.format === 'uuid') return FIELD_SAMPLES['id'];
  if (schema.format === 'date') return MOMENT.slice(0, 10);
  return schema.format === 'date-time' ? MOMENT : 'text';
}

/** The example of an endpoint's body or answer. */
export function exampleOfEndpoint(
  endpoint: Endpoint,
  part: 'body' | 'answer',
  schema: Schema,
): unknown {
  const made = exampleOf(schema, '');
  const isObject = typeof made === 'object' && made !== null && !Array.isArray(made);
  return isObject ? { ...made, ...ENDPOINT_SAMPLES[endpoint.name]?.[part] } : made;
}
