import { CALL_SAMPLES } from '@tegeka/contract/api-document/api-call-samples.ts';
import { MONEY_SAMPLES } from '@tegeka/contract/api-document/api-money-samples.ts';
import { FIELD_SAMPLES, sampleId } from '@tegeka/contract/api-document/api-samples.ts';
import { apiPart } from '@tegeka/contract/api-document/api-parts.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { asSchema, type Json, type Schema } from './openapi-schemas.ts';

/** A Monday in business hours, so far ahead that the examples can be sent as they are. */
const MOMENT = '2030-02-04T08:30:00.000Z';

const SAMPLES: Readonly<Record<string, unknown>> = { ...FIELD_SAMPLES, ...MONEY_SAMPLES };

/** Where a field is in the document. */
export interface FieldPlace {
  /** The part of the reference. */
  part: string;
  /** The name of the endpoint, followed by ` answer` for fields of its answer. */
  call: string;
  /** The field around it; at the top `body`, `answer`, `query` or `path`. */
  around: string;
}

export function placeOf(
  { name, path }: Endpoint,
  where: 'body' | 'answer' | 'path' | 'query',
): FieldPlace {
  return { part: apiPart(path), call: where === 'answer' ? `${name} answer` : name, around: where };
}

/** The place of fields inside a field. Fields of a list's rows (`content`) have the place of the list. */
const placeIn = (place: FieldPlace, name: string): FieldPlace =>
  name === 'content' ? place : { ...place, around: name };

/** The sample of a field, by its place first and then by its name alone. */
function sampleOf(name: string, { part, call, around }: FieldPlace): unknown {
  const keys = [`${around}.${name}`, `${call}.${name}`, `${part}.${name}`, name];
  return SAMPLES[keys.find((key) => Object.hasOwn(SAMPLES, key)) ?? ''];
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An example of a schema. `name` is the name of its field, `place` says where the field is. */
export function exampleOf(schema: Schema, name: string, place: FieldPlace): unknown {
  const sample = sampleOf(name, place);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one === sample) ?? schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const fitting = options.find((one) => sample !== undefined && fits(sample, one));
    if (fitting) return sample;
    // The most informative alternative: neither null nor an empty text.
    const fullest = options.find((one) => one.type !== 'null' && one.const !== '');
    return exampleOf(fullest ?? asSchema(options[0]), name, place);
  }
  return sample !== undefined && fits(sample, schema) ? sample : madeUp(schema, name, place);
}

function typesOf({ type }: Schema): readonly unknown[] {
  return [type].flat();
}

/** True if a sample has a type, and a record the keys, that the schema accepts. */
function fits(sample: unknown, schema: Schema): boolean {
  const types = typesOf(schema);
  if (sample === null) return types.includes('null');
  const names = asSchema(schema.propertyNames).enum;
  if (names && isObject(sample)) return Object.keys(sample).every((name) => names.includes(name));
  if (schema.enum) return schema.enum.some((one) => one === sample);
  if (Array.isArray(sample)) return types.includes('array');
  if (typeof sample === 'string' && schema.format === 'date') return sample.length === 10;
  if (typeof sample === 'string' && schema.format === 'date-time') return sample.endsWith('Z');
  return types.includes(typeof sample) || (typeof sample === 'number' && types.includes('integer'));
}

/** The noun that a field belongs to: the field around it, or the part of the reference in the singular. */
function nounOf({ around, part }: FieldPlace): string {
  const isWhole = ['body', 'answer'].includes(around);
  return isWhole ? part.toLowerCase().replace(/s$/, '') : around;
}

/** A generated value for a field without a sample. */
function madeUp(schema: Schema, name: string, place: FieldPlace): unknown {
  const types = typesOf(schema);
  const { properties = {}, required = [], additionalProperties } = schema;
  if (types.includes('object')) {
    // A record with known keys, such as counts by state, names them as required only.
    const names = [...new Set([...Object.keys(properties), ...required])];
    const partOf = (key: string) => asSchema(properties[key] ?? additionalProperties);
    const inside = name === '' ? place : placeIn(place, name);
    return Object.fromEntries(names.map((key) => [key, exampleOf(partOf(key), key, inside)]));
  }
  if (types.includes('array'))
    return schema.items ? [exampleOf(asSchema(schema.items), name, place)] : [];
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return schema.minimum ?? 0;
  if (!types.includes('string')) return null;
  if (schema.format === 'uuid' || /^id$|Id$/.test(name))
    return sampleId(name === 'id' ? nounOf(place) : name.replace(/Id$/, ''));
  if (schema.format === 'date') return MOMENT.slice(0, 10);
  return schema.format === 'date-time' ? MOMENT : 'text';
}

/** Page size and counts by state of a list whose only row is the example. */
function pageOf({ content, counts, totalPages }: Json): Json {
  const [row] = Array.isArray(content) ? content.filter(isObject) : [];
  if (!row || totalPages === undefined) return {};
  const state = row['state'] ?? row['status'];
  const byState = Object.keys(Object(counts)).map((name) => [name, name === state ? 1 : 0]);
  return { size: 10, ...(isObject(counts) && { counts: Object.fromEntries(byState) }) };
}

/** The example of an endpoint's body or answer. */
export function exampleOfEndpoint(
  endpoint: Endpoint,
  part: 'body' | 'answer',
  schema: Schema,
): unknown {
  const made = exampleOf(schema, '', placeOf(endpoint, part));
  if (!isObject(made)) return made;
  return { ...made, ...pageOf(made), ...CALL_SAMPLES[endpoint.name]?.[part] };
}
