import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlOf } from '#features/reference/reference-curl.ts';
import { operationIn, partsWith, referenceOf } from '#features/reference/reference-document.ts';

const parameter = (name: string, where: 'path' | 'header', example: unknown) => ({
  name,
  in: where,
  description: 'x',
  required: true,
  schema: {},
  example,
});
const ok = { 200: { description: 'ok', content: { 'application/json': {} } } };
const operation = { summary: 'Add a thing.', description: '', tags: ['Things'], responses: ok };

const reference = referenceOf({
  info: { title: 'API', version: '1', description: '' },
  servers: [{ url: 'http://x.test' }],
  tags: [{ name: 'Things', description: 'Things.' }],
  paths: {
    '/shops/{shopId}/things': {
      post: {
        ...operation,
        operationId: 'createThing',
        security: [{}],
        parameters: [
          parameter('shopId', 'path', 'a b'),
          parameter('X-XSRF-TOKEN', 'header', 'x'),
          parameter('Idempotency-Key', 'header', 'key-0001'),
        ],
        requestBody: { content: { 'application/json': { example: { name: "O'Neil" } } } },
      },
      get: { ...operation, operationId: 'listThings', security: [], parameters: [] },
    },
    '/shops/{shopId}/files': {
      put: {
        ...operation,
        operationId: 'uploadThings',
        security: [],
        parameters: [],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { properties: { options: {}, file: {} } },
              example: { options: { confirm: 'ALL' } },
            },
          },
        },
      },
    },
  },
});

function curl(id: string, own: Record<string, string> = {}): string {
  const found = operationIn(reference, id);
  assert.ok(found);
  return curlOf(found, reference.servers[0]?.url ?? '', own);
}

test('a change has token, CSRF cookie and header, and its body in quotes', () => {
  assert.equal(
    curl('createThing'),
    [
      'curl -X POST "http://x.test/shops/a%20b/things"',
      '-H "Authorization: Bearer $TOKEN"',
      '-H "Cookie: XSRF-TOKEN=any-text"',
      '-H "X-XSRF-TOKEN: any-text"',
      '-H "Idempotency-Key: key-0001"',
      '-H "Content-Type: application/json"',
      String.raw`-d '{
  "name": "O'\''Neil"
}'`,
    ].join(' \\\n  '),
  );
});

test('known ids of the reader replace the examples', () => {
  assert.match(curl('createThing', { shopId: 'mine' }), /\/shops\/mine\/things"/);
});

test('files are sent as parts of a form', () => {
  assert.match(curl('uploadThings'), /-F 'options=\{"confirm":"ALL"\};type=application\/json'/);
  assert.match(curl('uploadThings'), /-F 'file=@file'/);
});

test('operations are found by words of their names and paths', () => {
  const found = (find: string) =>
    partsWith(reference, find).flatMap(({ operations }) =>
      operations.map((one) => one.operationId),
    );
  assert.deepEqual(found('POST things'), ['createThing']);
  assert.deepEqual(found('files'), ['uploadThings']);
  assert.deepEqual(found('nothing such'), []);
  assert.equal(found('').length, 3);
});
