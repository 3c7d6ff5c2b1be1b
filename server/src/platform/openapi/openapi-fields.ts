import { asSchema, type Schema } from './openapi-schemas.ts';

/** The ids of paths have no shapes of their own. */
const PATH_IDS: Readonly<Record<string, string>> = {
  merchantId: 'The merchant: for people of a merchant, their own.',
  organizationId: 'The organization, as `attributes.organizationId` of the current user names it.',
};

/** The description of an id, or of a query parameter of one word, made from its name. */
function descriptionByName(name: string, around: string): string | undefined {
  const isQuery = around === 'query';
  if (!/^id$|Id$/.test(name) && !(isQuery && /^[a-z]+$/.test(name))) return undefined;
  const noun = name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`);
  return `${isQuery ? 'Only those of this' : 'The'} ${noun}.`;
}

/** Describes the fields of a schema that have no sentence in the contract and need none. */
export function describeFields(schema: Schema, around: string): void {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const field = asSchema(part);
    const description =
      field.description ??
      (around === 'path' ? PATH_IDS[name] : undefined) ??
      descriptionByName(name, around);
    if (description !== undefined) field.description = description;
    describeFields(field, name);
  }
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    describeFields(asSchema(one), around);
  if (schema.items) describeFields(asSchema(schema.items), around);
}
