import { PRODUCT_NAME } from '@tegeka/contract/domains.ts';
import type { Endpoint, Shape } from '@tegeka/contract/endpoint.ts';
import { type FaultCode, problemShape, statusOf, textOf } from '@tegeka/contract/faults.ts';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

function schemaOf(shape: Shape, io: 'input' | 'output'): Json {
  const schema: Json = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  // The document names the dialect once for all.
  delete schema['$schema'];
  return schema;
}

function parametersOf(row: Endpoint): Json[] {
  const of = (shape: Shape | undefined, where: 'path' | 'query') => {
    const { properties = {}, required = [] } = shape ? schemaOf(shape, 'input') : {};
    const names = Array.isArray(required) ? required : [];
    return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
      ...{ name, in: where, schema },
      required: where === 'path' || names.includes(name),
    }));
  };
  return [...of(row.params, 'path'), ...of(row.query, 'query')];
}

function bodyOf(row: Endpoint): Json {
  if (row.body.kind === 'none') return {};
  const schema = schemaOf(row.body.shape, 'input');
  if (row.body.kind === 'json') {
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  const files = Object.entries(row.body.files).map(([name, file]) => [
    name,
    { type: 'string', contentMediaType: file.accepts.join(', '), maxLength: file.maxSize },
  ]);
  const properties = { [row.body.part]: schema, ...Object.fromEntries(files) };
  const parts = { type: 'object', properties, required: [row.body.part] };
  const encoding = { [row.body.part]: { contentType: 'application/json' } };
  return {
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: parts, encoding } },
    },
  };
}

/** Refusals that every call of the kind can meet, beside those of its row. */
function faultsOf(row: Endpoint): FaultCode[] {
  const common: FaultCode[] = ['UNEXPECTED', 'SERVER_OFF'];
  if (row.admission.kind === 'signed-in') common.push('NOT_SIGNED_IN', 'NOT_ADMITTED');
  if (row.params) common.push('NOT_FOUND');
  if (row.query || row.body.kind !== 'none') common.push('INPUT_INVALID');
  if (row.method !== 'GET') common.push('CSRF_TOKEN_INVALID', 'TOO_MANY_REQUESTS');
  return [...new Set([...row.faults, ...common])];
}

function responsesOf(row: Endpoint): Json {
  const faults = Map.groupBy(faultsOf(row), statusOf);
  const problems = [...faults].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${textOf(code)}`).join('\n\n'),
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
    },
  ]);
  const content =
    row.output.kind === 'json'
      ? { content: { 'application/json': { schema: schemaOf(row.output.shape, 'output') } } }
      : row.output.kind === 'file'
        ? { content: { 'application/octet-stream': {} } }
        : {};
  const success = { [row.output.status]: { description: 'Done', ...content } };
  return { ...success, ...Object.fromEntries(problems) };
}

function operationOf(row: Endpoint): Json {
  const signedIn = row.admission.kind === 'signed-in' ? row.admission : null;
  return {
    operationId: row.name,
    summary: row.summary,
    tags: [row.path.split('/')[row.path.startsWith('/identity') ? 4 : 3] ?? 'other'],
    security: signedIn ? [{ bearer: [] }] : [],
    ...(signedIn && { 'x-domains': signedIn.domains, 'x-permission': signedIn.permission }),
    parameters: parametersOf(row),
    ...bodyOf(row),
    responses: responsesOf(row),
  };
}

/** What an environment is called in its document, and where it answers. */
export interface OpenApiPlace {
  environment: 'SANDBOX' | 'PRODUCTION';
  serverUrl: string;
  version: string;
}

/** The OpenAPI 3.1 document of an environment, derived from the rows of the contract. */
export function openApiOf(rows: readonly Endpoint[], place: OpenApiPlace): Json {
  const paths: Record<string, Json> = {};
  for (const row of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API (${place.environment.toLowerCase()})`,
      version: place.version,
      description:
        'Direct debit for businesses in Uganda. Every change repeats the cookie XSRF-TOKEN in the header X-XSRF-TOKEN; an Idempotency-Key makes a change safe to send again.',
    },
    servers: [{ url: place.serverUrl, description: place.environment }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(problemShape, 'output') },
    },
  };
}
