import { ACCOUNT_NOTES } from '@tegeka/contract/api-document/api-account-fields.ts';
import { FIELD_NOTES } from '@tegeka/contract/api-document/api-fields.ts';
import { MONEY_NOTES } from '@tegeka/contract/api-document/api-money-fields.ts';
import { VIEW_NOTES } from '@tegeka/contract/api-document/api-view-fields.ts';
import { apiPart } from '@tegeka/contract/api-document/api-parts.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { asSchema, type Schema } from './openapi-schemas.ts';

/** Where a field is in the document. */
export interface FieldPlace {
  /** The part of the reference. */
  part: string;
  /** The name of the endpoint, followed by ` answer` for fields of its answer. */
  call: string;
  /** The field around it; at the top `body`, `answer`, `query` or `path`. */
  around: string;
}

const NOTES: Readonly<Record<string, string>> = {
  ...FIELD_NOTES,
  ...ACCOUNT_NOTES,
  ...MONEY_NOTES,
  ...VIEW_NOTES,
};

/** Looks a field up in a table, by its place first and then by its name alone. */
export function sayOf<T>(
  table: Readonly<Record<string, T>>,
  name: string,
  { part, call, around }: FieldPlace,
): T | undefined {
  const keys = [`${around}.${name}`, `${call}.${name}`, `${part}.${name}`, name];
  return table[keys.find((key) => Object.hasOwn(table, key)) ?? ''];
}

/** A description made from the name of an id, or of a query parameter of one word. */
function noteByName(name: string, around: string): string {
  const noun = name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`);
  return `${around === 'query' ? 'Only those of this' : 'The'} ${noun}.`;
}

/** The description of a field. Undefined if no table has it and it can not be made from the name. */
export function noteOf(name: string, place: FieldPlace): string | undefined {
  const isQuery = place.around === 'query';
  const told = isQuery ? NOTES[`query.${name}`] : sayOf(NOTES, name, place);
  const speaks = name.endsWith('Id') || (isQuery && /^[a-z]+$/.test(name));
  return told ?? (speaks ? noteByName(name, place.around) : undefined);
}

export function placeOf(
  { name, path }: Endpoint,
  where: 'body' | 'answer' | 'path' | 'query',
): FieldPlace {
  return { part: apiPart(path), call: where === 'answer' ? `${name} answer` : name, around: where };
}

/** The place of fields inside a field. Fields of a list's rows (`content`) have the place of the list. */
export const placeIn = (place: FieldPlace, name: string): FieldPlace =>
  name === 'content' ? place : { ...place, around: name };

/** Adds a description to each field of a schema that has none. */
export function describeFields(schema: Schema, place: FieldPlace): void {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const field = asSchema(part);
    const note = noteOf(name, place);
    // Rows by state are explained once for all states.
    if (note !== undefined && place.around !== 'counts') field.description ??= note;
    describeFields(field, placeIn(place, name));
  }
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    describeFields(asSchema(one), place);
  if (schema.items) describeFields(asSchema(schema.items), place);
}
