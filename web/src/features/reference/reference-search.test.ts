import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceSearchOf } from '#features/reference/reference-search.ts';

test('the URL contains the operation and the search text; invalid values are ignored', () => {
  assert.deepEqual(referenceSearchOf({ operation: 'listBanks', find: 'bank' }), {
    operation: 'listBanks',
    find: 'bank',
  });
  assert.deepEqual(referenceSearchOf({ operation: '<script>', find: 4 }), {});
  assert.equal(referenceSearchOf({ find: 'x'.repeat(500) }).find?.length, 100);
});
