import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from './title.ts';

test("a page is titled by its innermost route, ' - ' and the product's name", () => {
  const matches = [{ staticData: {} }, { staticData: { title: 'Login' } }, { staticData: {} }];
  assert.equal(titleOf(matches), 'Login - Tegeka');
  assert.equal(titleOf([]), 'Tegeka');
});
