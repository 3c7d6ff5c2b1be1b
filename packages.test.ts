import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

type LockEntry = {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'package-lock.json'), 'utf8'),
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
