import * as z from 'zod/mini';

/** A JSON Schema of the document. */
export type Schema = Record<string, unknown>;

const schemaShape = z.record(z.string(), z.unknown());
const mediaShape = z.object({
  schema: z.optional(schemaShape),
  example: z.optional(z.unknown()),
});
const parameterShape = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  description: z.string(),
  required: z.boolean(),
  schema: schemaShape,
  example: z.optional(z.unknown()),
});
export type Parameter = z.infer<typeof parameterShape>;

const responseShape = z.object({
  description: z.string(),
  content: z._default(z.record(z.string(), mediaShape), {}),
});

const operationShape = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.unknown()),
  parameters: z.array(parameterShape),
  requestBody: z.optional(z.object({ content: z.record(z.string(), mediaShape) })),
  responses: z.record(z.string(), responseShape),
});

const documentShape = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
});

/** An operation with its path. */
export interface Operation extends z.infer<typeof operationShape> {
  method: string;
  path: string;
}

/** The operations of a tag. */
export interface ReferencePart {
  name: string;
  description: string;
  operations: Operation[];
}

/** The OpenAPI document as the reference shows it. */
export interface Reference {
  title: string;
  version: string;
  introduction: string;
  server: string;
  parts: ReferencePart[];
}

/** Parses an OpenAPI document of ours. Throws if it is not one. */
export function referenceOf(document: unknown): Reference {
  const { info, servers, tags, paths } = documentShape.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  return {
    title: info.title,
    version: info.version,
    introduction: info.description,
    server: servers[0]?.url ?? '',
    parts: tags.map((tag) => ({
      ...tag,
      operations: operations.filter((one) => one.tags.includes(tag.name)),
    })),
  };
}

/** The operation with this id. Undefined if there is none. */
export function operationIn({ parts }: Reference, id: string | undefined): Operation | undefined {
  return parts.flatMap(({ operations }) => operations).find((one) => one.operationId === id);
}

/** The tags with only those operations that contain every search word. */
export function partsWith({ parts }: Reference, find: string): ReferencePart[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ operationId, summary, method, path }: Operation) => {
    const text = `${operationId} ${summary} ${method} ${path}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return parts
    .map((part) => ({ ...part, operations: part.operations.filter(has) }))
    .filter(({ operations }) => operations.length > 0);
}
