import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { API } from '@tegeka/contract/api.ts';
import { CALL_SAMPLES } from '@tegeka/contract/api-document/api-call-samples.ts';
import { ENDPOINT_NOTES } from '@tegeka/contract/api-document/api-notes.ts';
import { API_PARTS } from '@tegeka/contract/api-document/api-parts.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { problemShape } from '@tegeka/contract/kit/errors.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as z from 'zod/mini';
import { openApiOf } from './openapi.ts';
import type { OpenApiPlace } from './openapi-introduction.ts';

const place: OpenApiPlace = {
  environment: 'SANDBOX',
  serverUrl: 'http://x.test',
  version: '1',
  issuer: 'http://id.x.test/realms/x',
  clientId: 'web',
};
// The tests read in it what they expect.
const document = parseJson(z.any(), JSON.stringify(openApiOf(API, place)));
const operationOf = (endpoint: Endpoint) =>
  document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];

test('the document is valid OpenAPI 3.1', async (t) => {
  const text = JSON.stringify(document);
  const sizes = [text, brotliCompressSync(text)].map(({ length }) => Math.round(length / 1024));
  t.diagnostic(`${API.length} operations, ${sizes[0]} KB, compressed (brotli) ${sizes[1]} KB`);
  const { valid, errors } = await new Validator().validate(document);
  assert.ok(valid, JSON.stringify(errors, null, 1));
});

test('the document has every endpoint under its path, with a unique operation id', () => {
  assert.equal(document.openapi, '3.1.0');
  const names = new Set<string>();
  for (const endpoint of API) {
    const operation = operationOf(endpoint);
    assert.equal(operation?.operationId, endpoint.name);
    assert.equal(names.has(endpoint.name), false, endpoint.name);
    names.add(endpoint.name);
    assert.ok(operation.responses[endpoint.output.status], endpoint.name);
    for (const [, name] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
      const parameter = operation.parameters.find((known: { name: string }) => known.name === name);
      assert.equal(parameter?.in, 'path');
      assert.equal(parameter.required, true);
    }
  }
});

test('every operation has a summary, a description, a tag with a description, and described parameters', () => {
  const parts = new Set(document.tags.map(({ name }: { name: string }) => name));
  for (const endpoint of API) {
    const { summary, description, tags, parameters } = operationOf(endpoint);
    assert.ok(summary.length > 0 && description.length > 0, endpoint.name);
    assert.ok(tags.length === 1 && parts.has(tags[0]), endpoint.name);
    for (const { name, description: descriptions } of parameters)
      assert.ok(descriptions, `${endpoint.name}: ${name}`);
  }
  for (const { description } of document.tags) assert.ok(description.length > 0);
});

test('notes, samples and tags belong to existing endpoints', () => {
  const names = new Set(API.map(({ name }) => name));
  for (const name of [...Object.keys(ENDPOINT_NOTES), ...Object.keys(CALL_SAMPLES)]) {
    assert.ok(names.has(name), name);
  }
  for (const { name, paths } of API_PARTS) {
    assert.ok(
      API.some(({ path }) => paths.test(path)),
      name,
    );
  }
});

/** A body as this test reads it. */
const mediaShape = z.object({
  schema: z.looseObject({ properties: z.optional(z.record(z.string(), z.looseObject({}))) }),
  example: z.looseObject({}),
});

/** A response as this test reads it. */
interface Answered {
  content?: Record<string, { examples?: Record<string, { value: unknown }> }>;
}

/** The only content type of a body. */
function mediaOf(body: { content: Record<string, unknown> }) {
  const [type = ''] = Object.keys(body.content);
  return mediaShape.parse(body.content[type]);
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

/** A schema whose objects take no other names than their own. */
function closed<T>(schema: T): T;
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part: unknown) => closed(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed<unknown>(part)]);
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(parts), ...(isOpen && { additionalProperties: false }) };
}

function expectValid(schema: object, example: unknown, where: string): void {
  const check = ajv.compile(closed(schema));
  assert.ok(check(example), `${where}: ${ajv.errorsText(check.errors)} ${JSON.stringify(example)}`);
}

test('every example is valid for its schema and its shape', () => {
  for (const endpoint of API) {
    const { requestBody, responses, parameters } = operationOf(endpoint);
    for (const { name, schema, example } of parameters) {
      if (example !== undefined) expectValid(schema, example, `${endpoint.name} ${name}`);
    }
    if (endpoint.body.kind !== 'none') {
      const media = mediaOf(requestBody);
      const example =
        endpoint.body.kind === 'json' ? media.example : media.example[endpoint.body.part];
      const schema =
        endpoint.body.kind === 'json'
          ? media.schema
          : media.schema.properties?.[endpoint.body.part];
      assert.ok(schema);
      expectValid(schema, example, `${endpoint.name} body`);
      const parsed = endpoint.body.shape.safeParse(example);
      assert.ok(parsed.success, `${endpoint.name} body: ${JSON.stringify(parsed.error?.issues)}`);
    }
    if (endpoint.output.kind === 'json') {
      const { schema, example } = responses[endpoint.output.status].content['application/json'];
      expectValid(schema, example, `${endpoint.name} answer`);
      const parsed = endpoint.output.shape.safeParse(example);
      assert.ok(parsed.success, `${endpoint.name} answer: ${JSON.stringify(parsed.error?.issues)}`);
    }
  }
});

test('a replacement names the mandate that it replaces, and is another one', () => {
  const path = '/api/v1/merchants/{merchantId}/mandates/{mandateId}/replace';
  const { parameters, responses } = document.paths[path].post;
  const { example } = parameters.find(({ name }: { name: string }) => name === 'mandateId');
  const answer = responses['201'].content['application/json'].example;
  assert.equal(answer.replaces, example);
  assert.notEqual(answer.id, example);
});

test('what is due is summed over seven days', () => {
  const path = '/api/v1/merchants/{merchantId}/transaction-figures';
  const { due } = document.paths[path].get.responses['200'].content['application/json'].example;
  assert.equal(due.to, addDays(due.from, 6));
});

test('a masked account number is written as the platform writes it', () => {
  const { responses } = document.paths['/api/v1/merchants/{merchantId}/profile'].get;
  const { example } = responses['200'].content['application/json'];
  assert.equal(example.bankAccount.maskedNumber, '•••• 4567');
});

test('every error code of an endpoint is in its responses, with an example', () => {
  for (const endpoint of API) {
    const { responses } = operationOf(endpoint);
    const answers: Answered[] = Object.values(responses);
    const examples = answers.flatMap(({ content }) =>
      Object.entries(content?.['application/problem+json']?.examples ?? {}),
    );
    for (const code of endpoint.errors)
      assert.ok(
        examples.some(([name]) => name === code),
        code,
      );
    for (const [name, { value }] of examples) {
      assert.ok(problemShape.safeParse(value).success, name);
      expectValid(document.components.schemas.Problem, value, name);
    }
  }
  const text = JSON.stringify(document.paths['/api/v1/merchants'].post.responses);
  for (const code of ['FILE_TOO_LARGE', 'BANK_UNKNOWN', 'NOT_SIGNED_IN']) {
    assert.ok(text.includes(code), code);
  }
});

test('uploaded files are parts of a form, and file answers have their own types', () => {
  const bulk = document.paths['/api/v1/merchants/{merchantId}/customers/bulk'].post.requestBody;
  const { schema, encoding } = bulk.content['multipart/form-data'];
  assert.deepEqual(schema.required, ['file']);
  assert.match(schema.properties.file.description, /200 MB/);
  assert.equal(schema.properties.file.format, 'binary');
  assert.deepEqual(encoding.file.contentType.split(', '), [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  for (const path of ['customers/export', 'statements/{month}/csv']) {
    const exported = document.paths[`/api/v1/merchants/{merchantId}/${path}`].get;
    assert.deepEqual(Object.keys(exported.responses['200'].content), ['text/csv']);
  }
});

test('whoever sends files is told how they can be refused', () => {
  const codesOf = (endpoint: Endpoint) => JSON.stringify(operationOf(endpoint).responses);
  for (const endpoint of API) {
    if (endpoint.body.kind !== 'multipart') continue;
    const codes = codesOf(endpoint);
    for (const code of ['FILE_EMPTY', 'FILE_TOO_LARGE', 'FILE_TYPE_WRONG', 'FILE_DAMAGED'])
      assert.ok(codes.includes(`"${code}"`), `${endpoint.name}: ${code}`);
    const needed = Object.values(endpoint.body.files).some(({ required }) => required);
    assert.ok(!needed || codes.includes('"FILE_MISSING"'), endpoint.name);
  }
});

test('operations that change data list the headers that they need', () => {
  const namesOf = (path: string, method: string) =>
    document.paths[path][method].parameters.map(({ name }: { name: string }) => name);
  assert.deepEqual(namesOf('/api/v1/merchants/{merchantId}/customers', 'post'), [
    'merchantId',
    'Application-Domain',
    'Idempotency-Key',
  ]);
  assert.deepEqual(namesOf('/api/v1/banks', 'get'), []);
});

test('the environments differ in name and address', () => {
  const other = openApiOf(API, {
    ...place,
    environment: 'PRODUCTION',
    serverUrl: 'https://y.test',
  });
  assert.notDeepEqual(other['info'], document.info);
  assert.notDeepEqual(other['servers'], document.servers);
});

test('a call that can be refused with 404 or 429 says so', () => {
  const countedByHandler = ['emailExists', 'phoneExists', 'exportCustomers', 'exportMerchants'];
  const statusesOf = (endpoint: Endpoint) => Object.keys(operationOf(endpoint).responses);
  for (const endpoint of API) {
    const { admission, method, name, path, limit } = endpoint;
    const signedIn = admission.kind === 'signed-in';
    // A missing permission answers NOT_FOUND, and so does sign-up with an external provider.
    const hidden = signedIn ? admission.permission !== undefined : path.startsWith('/identity/');
    if (hidden || endpoint.params) assert.ok(statusesOf(endpoint).includes('404'), name);
    const counted = limit !== undefined || countedByHandler.includes(name);
    if (counted || (!signedIn && method !== 'GET'))
      assert.ok(statusesOf(endpoint).includes('429'), name);
  }
});
