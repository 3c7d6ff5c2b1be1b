import * as z from 'zod/mini';
import { endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { call } from '#platform/call/call.ts';
import { config } from '#platform/config/config.ts';

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

const operationShape = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.unknown()),
  /** The domains that can call it; all if it is missing. */
  'x-domains': z.optional(z.array(z.string())),
  parameters: z.array(parameterShape),
  requestBody: z.optional(z.object({ content: z.record(z.string(), mediaShape) })),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z._default(z.record(z.string(), mediaShape), {}),
    }),
  ),
});

const documentShape = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
});

export interface Operation extends z.infer<typeof operationShape> {
  method: string;
  path: string;
}

/** The OpenAPI document as the reference shows it. */
export type Reference = ReturnType<typeof referenceOf>;

export function referenceOf({ paths, ...about }: z.infer<typeof documentShape>) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  return { ...about, operations };
}

/** The OpenAPI document of an environment. It is not in the contract, whose endpoints it describes. */
const openApiDocument = endpoint({
  name: 'openApiDocument',
  summary: 'The OpenAPI document.',
  path: '/openapi/{file}',
  admission: { kind: 'public' },
  params: z.object({ file: z.string() }),
  answers: documentShape,
});

const fileName = () => `${config().environment.toLowerCase()}.json`;

/** The URL of the environment's OpenAPI document. */
export const documentAddress = (): string => `${config().serverUrl}/openapi/${fileName()}`;

/** The reference with the calls that people of a domain can make. */
export function referenceFor(domain: string, { operations, ...about }: Reference): Reference {
  const isOpen = ({ 'x-domains': domains = [domain] }: Operation) => domains.includes(domain);
  return { ...about, operations: operations.filter(isOpen) };
}

/** Fetches the document of this environment, for people of this app. Throws `CallFailed`. */
export async function fetchReference(signal: AbortSignal): Promise<Reference> {
  const document = await call(openApiDocument, { params: { file: fileName() }, signal });
  return referenceFor(config().domain, referenceOf(document));
}

/** The operation with this id. Undefined if there is none. */
export function operationIn({ operations }: Reference, id?: string): Operation | undefined {
  return operations.find(({ operationId }) => operationId === id);
}

/** The tags with those of their operations that contain every search word. */
export function partsWith({ tags, operations }: Reference, find: string) {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter(({ operationId, summary, method, path }) => {
    const text = `${operationId} ${summary} ${method} ${path}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return tags
    .map(({ name }) => ({ name, operations: found.filter((one) => one.tags.includes(name)) }))
    .filter((part) => part.operations.length > 0);
}

/** Search parameters of the reference: the operation that is shown, and the search text. */
export interface ReferenceSearch {
  operation?: string;
  find?: string;
}

/** A block of Markdown. Inline code of a paragraph stands between backticks. */
interface Block {
  kind: 'heading' | 'paragraph' | 'code';
  text: string;
}

function blockOf(text: string): Block {
  const code = /^```\w*\n([\s\S]*?)\n```$/.exec(text)?.[1];
  if (code !== undefined) return { kind: 'code', text: code };
  if (text.startsWith('## ')) return { kind: 'heading', text: text.slice(3) };
  return { kind: 'paragraph', text: text.replaceAll('\n', ' ') };
}

/**
 * Parses the subset of Markdown that our document uses: second-level headings, paragraphs, inline
 * code, and fenced code blocks without empty lines. Anything else stays as it is.
 */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map(blockOf);
}
