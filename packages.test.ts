import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

type LockEntry = {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
  read('package-lock.json'),
);

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
  const { allowScripts }: { readonly allowScripts: Readonly<Record<string, boolean>> } = JSON.parse(
    read('package.json'),
  );
  assert.deepEqual(Object.keys(allowScripts).toSorted(), withScript.toSorted());
  assert.ok(Object.values(allowScripts).every((allowed) => !allowed));
  const papers = read('docs/operations.md');
  for (const name of withScript)
    assert.ok(papers.includes(`| \`${name}\``), `${name} is explained`);
});
