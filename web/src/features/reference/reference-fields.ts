import type { Schema } from '#features/reference/reference-document.ts';

export interface Field {
  name: string;
  /** Nesting depth, from 0. */
  depth: number;
  /** Its type in words. */
  text: string;
  required: boolean;
  note: string | null;
}

export interface FieldGroup {
  title: string | null;
  fields: Field[];
}

const MAX_DEPTH = 5;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const schemasIn = (value: unknown): Schema[] =>
  Array.isArray(value) ? value.filter(isSchema) : [];

const alternativesOf = (schema: Schema): Schema[] => schemasIn(schema['anyOf'] ?? schema['oneOf']);

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'date and time',
  email: 'email address',
};

/** `1 to 60`, `up to 60`, `from 1`. Null without a limit. */
function rangeOf(least: unknown, max: unknown): string | null {
  if (typeof least === 'number' && least > 0 && typeof max === 'number')
    return least === max ? String(max) : `${least} to ${max}`;
  if (typeof max === 'number') return `up to ${max}`;
  return typeof least === 'number' && least > 0 ? `from ${least}` : null;
}

function stringText(schema: Schema): string {
  const format = FORMATS[String(schema['format'])];
  if (format) return format;
  const range = rangeOf(schema['minLength'], schema['maxLength']);
  return range ? `text, ${range} characters` : 'text';
}

function formatNumber(schema: Schema): string {
  const range = rangeOf(schema['minimum'], schema['maximum']);
  return range ? `whole number, ${range}` : 'whole number';
}

function typeLabel(type: unknown, schema: Schema): string {
  if (type === 'string') return stringText(schema);
  if (type === 'integer' || type === 'number') return formatNumber(schema);
  if (type === 'boolean') return 'true or false';
  if (type === 'array') {
    const items = isSchema(schema['items']) ? describeType(schema['items']) : 'anything';
    const range = rangeOf(schema['minItems'], schema['maxItems']);
    return range ? `list of ${items}, ${range} entries` : `list of ${items}`;
  }
  return type === 'null' ? 'null' : 'object';
}

export function describeType(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema['const']);
  const allowed = schema['enum'];
  if (Array.isArray(allowed))
    return `one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`;
  // An empty text stands for a missing optional field, so it is not listed.
  const alternatives = alternativesOf(schema).filter((one) => one['const'] !== '');
  if (alternatives.length > 0) return [...new Set(alternatives.map(describeType))].join(' or ');
  return [schema['type']]
    .flat()
    .map((type) => typeLabel(type, schema))
    .join(' or ');
}

/** The objects inside a field: itself, the items of its list, or its alternatives. */
function objectsIn(schema: Schema): Schema[] {
  if (isSchema(schema['properties'])) return [schema];
  if (isSchema(schema['items'])) return objectsIn(schema['items']);
  return alternativesOf(schema).flatMap(objectsIn);
}

function fieldsAt(schema: Schema, depth: number): Field[] {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).flatMap(([name, given]) => {
    const part = isSchema(given) ? given : {};
    const { description } = part;
    const note = typeof description === 'string' ? description : null;
    const field = {
      name,
      depth,
      text: describeType(part),
      required: required.includes(name),
      note,
    };
    const inside =
      depth < MAX_DEPTH ? objectsIn(part).flatMap((one) => fieldsAt(one, depth + 1)) : [];
    return [field, ...inside];
  });
}

/** The title of a variant: its field with a constant value. */
function formTitle(schema: Schema): string | null {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const fixed = Object.entries(properties).find(([, part]) => isSchema(part) && 'const' in part);
  return fixed && isSchema(fixed[1]) ? `${fixed[0]}: ${describeType(fixed[1])}` : null;
}

/** The fields of a body or an answer. For a list, those of its items. */
export function fieldGroupsOf(schema: Schema): FieldGroup[] {
  const forms = objectsIn(schema);
  const several = forms.length > 1;
  return forms.map((form) => ({
    title: several ? formTitle(form) : null,
    fields: fieldsAt(form, 0),
  }));
}
