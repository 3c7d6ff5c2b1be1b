import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailed } from '#platform/call/call-failed.ts';
import { chosenOf } from './lookup-choice.ts';
import { customersOf, mandatesOf, productsOf } from './merchant-lookups.ts';

test('choices of one business or state are never shown from the cache for another', () => {
  for (const lookup of [customersOf, mandatesOf, productsOf]) {
    const keys = [lookup('a'), lookup('a', 'ACTIVE'), lookup('b')].map(({ key }) => key);
    assert.equal(new Set(keys.map((key) => JSON.stringify(key))).size, 3);
    assert.equal(new Set(keys.map(([name]) => name)).size, 1, 'invalidated by the endpoint');
  }
});

test('only a value without an entity is no value, and not one that can not be loaded', async () => {
  const { signal } = new AbortController();
  const failing = (status: number) => ({
    one: () => Promise.reject(new CallFailed({ status, offline: status === 0 })),
  });
  assert.equal(await chosenOf(failing(404), 'id', signal), null);
  for (const status of [0, 500])
    await assert.rejects(chosenOf(failing(status), 'id', signal), CallFailed);
});
