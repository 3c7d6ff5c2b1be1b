import type { Shape } from '@tegeka/contract/kit/endpoint.ts';
import * as z from 'zod/mini';

/** Any object of the document. */
export type Json = Record<string, unknown>;

/** True for an object of the document. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list of the document. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** Formats that need no pattern beside them; their patterns are long. */
const FORMATS = ['uuid', 'date-time', 'email'];

/** Flattens nested alternatives into one list. */
function alternativesOf(schemas: readonly Json[]): Json[] {
  return schemas.flatMap((one) => {
    const inner = Object.keys(one).length === 1 ? objectsIn(one['anyOf']) : [];
    return inner.length > 0 ? alternativesOf(inner) : [one];
  });
}

/** The limits of safe integers apply to every whole number, so they are left out. */
function isSafeLimit(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJson(value)) return value;
  const anyOf = alternativesOf(objectsIn(value['anyOf']));
  const whole: Json = { ...value, ...(anyOf.length > 0 && { anyOf }) };
  const entries = Object.entries(whole).filter(([key, part]) => {
    if ((key === 'minimum' || key === 'maximum') && isSafeLimit(part)) return false;
    // Answers may get new fields, so clients must accept unknown ones.
    if (key === 'additionalProperties' && part === false) return false;
    return !(key === 'pattern' && FORMATS.includes(String(value['format'])));
  });
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}

/** A shape of the contract as JSON Schema, without parts that do not help a reader. */
export function schemaOf(shape: Shape, io: 'input' | 'output'): Json {
  const schema: Json = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  // The document names the dialect once.
  const cleaned = plain({ ...schema, $schema: undefined });
  return isJson(cleaned) ? JSON.parse(JSON.stringify(cleaned)) : {};
}
