import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { statesText } from './docs-write.ts';

test('docs/states.md is current; otherwise run `npm run docs`', async () => {
  const written = readFileSync(new URL('../../docs/states.md', import.meta.url), 'utf8');
  assert.equal(written, await statesText());
});
