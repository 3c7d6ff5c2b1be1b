import { FIELD_SAMPLES, ROW_SAMPLES } from '@tegeka/contract/api-samples.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { type ErrorCode, statusOf, textOf } from '@tegeka/contract/kit/errors.ts';
import { isJson, type Json, objectsIn } from './openapi-schemas.ts';

const MOMENT = '2026-11-21T08:30:00.000Z';

function typesOf(schema: Json): unknown[] {
  return [schema['type']].flat();
}

/** True if a sample has a type that the schema accepts. */
function fits(sample: unknown, schema: Json): boolean {
  const types = typesOf(schema);
  if (sample === null) return types.includes('null');
  if (Array.isArray(sample)) return types.includes('array');
  if (typeof sample === 'number') return types.includes('integer') || types.includes('number');
  return types.includes(typeof sample);
}

/** The most informative alternative: neither null nor an empty text. */
function fullestOf(schemas: Json[]): Json | undefined {
  return schemas.find((one) => one['type'] !== 'null' && one['const'] !== '') ?? schemas[0];
}

function objectExample(schema: Json): Json {
  const properties = isJson(schema['properties']) ? schema['properties'] : {};
  // A record with known keys, such as counts by state, names them as required only.
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const entries = [...new Set([...Object.keys(properties), ...required])].map((name) => {
    const part = properties[name] ?? schema['additionalProperties'];
    return [name, exampleOf(isJson(part) ? part : {}, name)];
  });
  return Object.fromEntries(entries);
}

function textExample(schema: Json): string {
  if (schema['format'] === 'uuid') return String(FIELD_SAMPLES['id']);
  if (schema['format'] === 'date-time') return MOMENT;
  return 'text';
}

/** A generated value for a field without a sample. */
function madeUp(schema: Json, name: string): unknown {
  const types = typesOf(schema);
  if (types.includes('object')) return objectExample(schema);
  if (types.includes('array'))
    return isJson(schema['items']) ? [exampleOf(schema['items'], name)] : [];
  if (types.includes('string')) return textExample(schema);
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return schema['minimum'] ?? 0;
  return null;
}

/** An example of a schema; `name` is the name of its field. */
export function exampleOf(schema: Json, name: string): unknown {
  const sample = FIELD_SAMPLES[name];
  const allowed = schema['enum'];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(allowed)) return allowed.find((one) => one === sample) ?? allowed[0];
  const options = objectsIn(schema['anyOf'] ?? schema['oneOf']);
  if (options.length > 0) {
    const nothing = sample === null && options.some((one) => one['type'] === 'null');
    return nothing ? null : exampleOf(fullestOf(options) ?? {}, name);
  }
  return sample !== undefined && fits(sample, schema) ? sample : madeUp(schema, name);
}

/** The example of an endpoint's body or answer. */
export function rowExample(endpoint: Endpoint, part: 'body' | 'answer', schema: Json): unknown {
  const made = exampleOf(schema, '');
  return isJson(made) ? { ...made, ...ROW_SAMPLES[endpoint.name]?.[part] } : made;
}

/** The example of an error. */
export function problemExample(code: ErrorCode): Json {
  const fields = [{ field: 'email', message: 'Enter an email address, such as name@example.com.' }];
  return {
    type: `urn:tegeka:error:${code}`,
    title: textOf(code),
    status: statusOf(code),
    code,
    requestId: FIELD_SAMPLES['requestId'],
    ...(code === 'INPUT_INVALID' && { fields }),
    ...(statusOf(code) === 429 && { retryAfterSeconds: 60 }),
  };
}
