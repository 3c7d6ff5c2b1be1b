import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { openApiOf } from './openapi.ts';

const place = { environment: 'SANDBOX', serverUrl: 'http://x.test', version: '1' } as const;
const document = JSON.parse(JSON.stringify(openApiOf(API, place)));

test('the document has every row under its address', () => {
  assert.equal(document.openapi, '3.1.0');
  for (const row of API) {
    const operation = document.paths[row.path]?.[row.method.toLowerCase()];
    assert.equal(operation?.operationId, row.name);
    assert.ok(operation.responses[row.output.status], row.name);
    for (const [, name] of row.path.matchAll(/\{(\w+)\}/g)) {
      const parameter = operation.parameters.find((known: { name: string }) => known.name === name);
      assert.equal(parameter?.in, 'path');
      assert.equal(parameter.required, true);
    }
  }
});

test('every refusal of a row is in its responses', () => {
  const text = JSON.stringify(document.paths['/api/v1/merchants'].post.responses);
  for (const code of ['FILE_TOO_LARGE', 'BANK_UNKNOWN', 'NOT_SIGNED_IN', 'CSRF_TOKEN_INVALID']) {
    assert.ok(text.includes(code), code);
  }
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
