import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStale } from './draft-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = 100 * DAY_MS;
const draft = { owner: 'grace@shop.example', at: NOW - DAY_MS };

test('drafts of others are deleted for a person who signs in, and kept while nobody is', () => {
  assert.equal(isStale(draft, 'grace@shop.example', NOW), false);
  assert.equal(isStale(draft, 'moses@shop.example', NOW), true);
  assert.equal(isStale(draft, '', NOW), false);
  assert.equal(isStale({ ...draft, owner: '' }, 'moses@shop.example', NOW), true);
});

test('drafts of a week ago are deleted, whoever is signed in', () => {
  const old = { ...draft, at: NOW - 8 * DAY_MS };
  for (const owner of ['', 'grace@shop.example']) assert.equal(isStale(old, owner, NOW), true);
});
