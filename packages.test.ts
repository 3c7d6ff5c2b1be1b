import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';

const lockShape = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.optional(z.string()),
      link: z.optional(z.boolean()),
      hasInstallScript: z.optional(z.boolean()),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});
const allowedShape = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

const lock = parseJson(lockShape, read('package-lock.json'));

test('the lock file names the optional parts for all machines, or npm ci refuses it', () => {
  const missing = Object.entries(lock.packages).flatMap(([place, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) =>
        !lock.packages[`${place}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`],
    ),
  );
  assert.deepEqual(missing, []);
});

test('the lock file names no hosts, so that every registry serves it', () => {
  const named = Object.entries(lock.packages).filter(([, entry]) => entry.resolved && !entry.link);
  assert.deepEqual(named, []);
});

test('no package runs a script when it is installed; those that have one are named and explained', () => {
  const withScript = Object.entries(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const { allowScripts } = parseJson(allowedShape, read('package.json'));
  assert.deepEqual(Object.keys(allowScripts).toSorted(), withScript.toSorted());
  assert.ok(Object.values(allowScripts).every((allowed) => !allowed));
  const papers = read('docs/operations/deployment.md');
  for (const name of withScript)
    assert.ok(papers.includes(`| \`${name}\``), `${name} is explained`);
});
