import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { failureReasonsText, exceptionsText, statesText } from './docs-write.ts';

const readDocument = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

test('docs/states.md is current; otherwise run `npm run docs`', async () => {
  assert.equal(readDocument('states.md'), await statesText());
});

test('docs/exceptions.md is current; otherwise run `npm run docs`', () => {
  assert.equal(readDocument('exceptions.md'), exceptionsText());
});

test('docs/failure-reasons.md is current; otherwise run `npm run docs`', () => {
  assert.equal(readDocument('failure-reasons.md'), failureReasonsText());
});
