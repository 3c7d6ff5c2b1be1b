import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from './title.ts';

test("the document title is the innermost route's title, ' - ' and the product name", () => {
  const matches = [{ staticData: {} }, { staticData: { title: 'Login' } }, { staticData: {} }];
  assert.equal(titleOf(matches), 'Login - Tegeka');
  assert.equal(titleOf([]), 'Tegeka');
});
