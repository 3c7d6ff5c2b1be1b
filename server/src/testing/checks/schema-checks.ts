import * as fc from 'fast-check';
import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.JSONSchema | boolean;

/** Values that a schema cannot describe: by field name, and for texts without a format. */
export interface Hints {
  byName: Readonly<Record<string, fc.Arbitrary<unknown>>>;
  /** The same for text fields whose format the schema does not describe, such as a phone number. */
  texts: Readonly<Record<string, fc.Arbitrary<string>>>;
  /** Ids of existing entities. */
  ids: readonly string[];
  /** The text for free text fields. Default: generated. */
  text?: string;
}

const mailbox = fc.tuple(
  fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/),
  fc.constantFrom('x.ug', 'mail.example.com'),
);

function likelyText(
  schema: z.core.JSONSchema.JSONSchema,
  hints: Hints,
  name: string,
): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema;
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...hints.ids), fc.uuid());
  if (format === 'email') return mailbox.map(([who, where]) => `${hints.text ?? who}@${where}`);
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((at) => at.toISOString());
  const text = pattern === undefined ? hints.texts[name] : undefined;
  if (text) return text;
  const anyText = pattern === undefined || pattern.includes('\\P{Cc}');
  if (!anyText) return fc.stringMatching(new RegExp(pattern));
  if (hints.text !== undefined) {
    return fc.constant(hints.text.padEnd(minLength, '.').slice(0, Math.max(maxLength, minLength)));
  }
  const longest = Math.max(minLength, Math.min(maxLength, 40));
  return fc.string({ minLength, maxLength: longest, unit: 'grapheme' });
}

function likelyObject(schema: z.core.JSONSchema.JSONSchema, hints: Hints): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  if (Object.keys(properties).length === 0 && additionalProperties) {
    const name = likely(propertyNames ?? true, hints).map(String);
    return fc.dictionary(name, likely(additionalProperties, hints), { maxKeys: 4 });
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const value = likely(field, hints, name).map((given) => [[name, given]]);
    const left = value.map((): unknown[][] => []);
    return required.includes(name) ? value : fc.oneof({ weight: 3, arbitrary: value }, left);
  });
  return fc.tuple(...fields).map((given) => Object.fromEntries(given.flat()));
}

function likelyNumber({ type, minimum = 0, maximum = 1000 }: z.core.JSONSchema.JSONSchema) {
  if (type !== 'integer') return fc.double({ min: minimum, max: maximum, noNaN: true });
  // A database column may be smaller than its shape, so the largest values are tried as well.
  const near = fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) });
  return fc.oneof({ weight: 3, arbitrary: near }, fc.constant(maximum));
}

/**
 * Values that a JSON schema accepts, or nearly: rules that it cannot express come from the hints.
 */
export function likely(schema: JsonSchema, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  const hint = hints.byName[name];
  if (hint) return hint;
  if (typeof schema === 'boolean') return fc.jsonValue({ maxDepth: 2 });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => likely(one, hints, name)));
  if (schema.allOf)
    return likely(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }), hints);
  switch (schema.type) {
    case 'string':
      return likelyText(schema, hints, name);
    case 'integer':
    case 'number':
      return likelyNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'object':
      return likelyObject(schema, hints);
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema;
      const items = Array.isArray(schema.items) ? true : (schema.items ?? true);
      return fc.array(likely(items, hints), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      });
    }
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

export function inputSchema(shape: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
}
