import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPath, queryText } from './call-address.ts';

test('path parameters are escaped', () => {
  assert.equal(fillPath('/a/{id}/b/{name}', { id: 7, name: 'x/y z' }), '/a/7/b/x%2Fy%20z');
});

test('a query omits undefined values and escapes the rest', () => {
  assert.equal(
    queryText({ email: 'a+b@c.ug', page: 0, search: undefined }),
    '?email=a%2Bb%40c.ug&page=0',
  );
  assert.equal(queryText({ search: undefined }), '');
  assert.equal(queryText(), '');
});
