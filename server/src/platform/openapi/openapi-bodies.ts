import { sampleId } from '@tegeka/contract/api-document/api-samples.ts';
import type { Endpoint, FilePart, Shape } from '@tegeka/contract/kit/endpoint.ts';
import { type ErrorCode, statusOf, textOf } from '@tegeka/contract/kit/errors.ts';
import { takesIdempotencyKey } from '#platform/http/idempotency.ts';
import { exampleOfEndpoint } from './openapi-examples.ts';
import { describeFields } from './openapi-fields.ts';
import { type Json, type Schema, schemaOf } from './openapi-schemas.ts';

const MEGABYTE = 1024 * 1024;

function filePart({ maxSize, accepts }: FilePart): Json {
  return {
    type: 'string',
    // Generated clients know by this format that the part is bytes: a spreadsheet sent as text is damaged.
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: `A file of up to ${Math.round(maxSize / MEGABYTE)} MB: ${accepts.join(', ')}. The type is detected from the content.`,
  };
}

/** The schema of a body or an answer, with what its fields mean. */
function describedSchema(shape: Shape, where: 'body' | 'answer'): Schema {
  const schema = schemaOf(shape, where === 'body' ? 'input' : 'output');
  describeFields(schema, where);
  return schema;
}

interface Multipart {
  part: string;
  shape: Shape;
  files: Readonly<Record<string, FilePart>>;
}

function multipartOf({ part, shape, files }: Multipart, schema: Schema): Json {
  const named = Object.entries(files);
  const jsonNeeded = shape.safeParse({}).success ? [] : [part];
  const needed = named.filter(([, file]) => file.required).map(([name]) => name);
  const encodings = named.map(([name, { accepts }]) => [name, { contentType: accepts.join(', ') }]);
  return {
    schema: {
      type: 'object',
      properties: {
        [part]: { ...schema, description: 'JSON with these fields.' },
        ...Object.fromEntries(named.map(([name, file]) => [name, filePart(file)])),
      },
      required: [...jsonNeeded, ...needed],
    },
    encoding: { [part]: { contentType: 'application/json' }, ...Object.fromEntries(encodings) },
  };
}

/** The request body of an endpoint, if it has one. */
export function bodyOf(endpoint: Endpoint): Json {
  const { body } = endpoint;
  if (body.kind === 'none') return {};
  const schema = describedSchema(body.shape, 'body');
  const example = exampleOfEndpoint(endpoint, 'body', schema);
  const content =
    body.kind === 'json'
      ? { 'application/json': { schema, example } }
      : {
          'multipart/form-data': {
            ...multipartOf(body, schema),
            example: { [body.part]: example },
          },
        };
  return { requestBody: { required: true, content } };
}

/** Every error code that an endpoint can answer: its own, and those of its kind. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const common: ErrorCode[] = ['UNEXPECTED', 'SERVER_OFF'];
  const { admission } = endpoint;
  if (admission.kind === 'signed-in') common.push('NOT_SIGNED_IN', 'NOT_ADMITTED');
  // A missing permission answers NOT_FOUND.
  const permission = admission.kind === 'signed-in' ? admission.permission : undefined;
  if (endpoint.params || permission) common.push('NOT_FOUND');
  if (endpoint.limit ?? endpoint.heavy) common.push('TOO_MANY_REQUESTS');
  if (endpoint.heavy) common.push('TOO_MUCH_AT_ONCE');
  if (endpoint.active) common.push('MERCHANT_NOT_ACTIVE');
  if (endpoint.query || endpoint.body.kind !== 'none') common.push('INPUT_INVALID');
  if (endpoint.body.kind === 'multipart') {
    common.push('TOO_MUCH_AT_ONCE');
    common.push('FILE_EMPTY', 'FILE_TOO_LARGE', 'FILE_TYPE_WRONG', 'FILE_DAMAGED');
    if (Object.values(endpoint.body.files).some(({ required }) => required))
      common.push('FILE_MISSING');
  }
  if (endpoint.body.kind !== 'none')
    common.push('BODY_BROKEN', 'BODY_TOO_LARGE', 'BODY_TYPE_UNKNOWN');
  if (endpoint.method !== 'GET') common.push('BUSY_ELSEWHERE');
  if (endpoint.method !== 'GET' && admission.kind === 'public') common.push('TOO_MANY_REQUESTS');
  if (endpoint.method !== 'GET' && admission.kind === 'public' && !endpoint.signed)
    common.push('CSRF_TOKEN_INVALID');
  if (takesIdempotencyKey(endpoint)) common.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_BUSY');
  return [...new Set([...endpoint.errors, ...common])];
}

/** The example of an error. */
function problemExample(code: ErrorCode): Json {
  const fields = [{ field: 'email', message: 'Enter an email address, such as name@example.com.' }];
  return {
    type: `urn:tegeka:error:${code}`,
    title: textOf(code),
    status: statusOf(code),
    code,
    requestId: sampleId('request'),
    ...(code === 'INPUT_INVALID' && { fields }),
    ...(statusOf(code) === 429 && { retryAfterSeconds: 60 }),
  };
}

function problemsOf(codes: ErrorCode[]): Json {
  const examples = codes.map((code) => [
    code,
    { summary: textOf(code), value: problemExample(code) },
  ]);
  return {
    description: codes.map((code) => `\`${code}\`: ${textOf(code)}`).join('\n\n'),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Media types of a file: CSV of exports, bytes of what is read with a reason (POST), else image or PDF. */
function fileContent(endpoint: Endpoint): Json {
  const csv = /\/(export|csv)$/.test(endpoint.path);
  if (endpoint.method === 'POST') return { 'application/octet-stream': {} };
  const types = csv ? ['text/csv'] : ['image/png', 'image/jpeg', 'application/pdf'];
  return Object.fromEntries(types.map((type) => [type, {}]));
}

function successOf(endpoint: Endpoint): Json {
  const { output } = endpoint;
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
  if (output.kind === 'none') return { description: 'Success, without a body.', headers };
  if (output.kind === 'file') {
    return { description: 'The bytes of the file.', headers, content: fileContent(endpoint) };
  }
  const schema = describedSchema(output.shape, 'answer');
  const content = {
    'application/json': { schema, example: exampleOfEndpoint(endpoint, 'answer', schema) },
  };
  const descriptions = {
    200: 'Success.',
    201: 'Created.',
    202: 'Accepted; the work continues in the background.',
  };
  return { description: descriptions[output.status], headers, content };
}

/** The responses of an endpoint: success, and every error code by its status. */
export function responsesOf(endpoint: Endpoint): Json {
  const errors = Map.groupBy(errorsOf(endpoint), statusOf);
  const problems = [...errors].map(([status, codes]) => [String(status), problemsOf(codes)]);
  return { [endpoint.output.status]: successOf(endpoint), ...Object.fromEntries(problems) };
}
