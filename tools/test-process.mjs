import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository } from './repository.mjs';

// Runs test files one after the other, each as a suite with its own hooks. It takes them from a queue
// folder that other processes use too; see tools/test-files.mjs.

const [, , queue = ''] = process.argv;

/** Timeout of a test file, so that a test that never ends does not block the others. */
const TIMEOUT_MS = 15 * 60_000;

/**
 * Takes an entry of the queue. Returns its file; undefined where another process was quicker.
 * @param {string} note
 */
function take(note) {
  try {
    const file = readFileSync(note, 'utf8');
    rmSync(note);
    return file;
  } catch {
    return undefined;
  }
}

for (const note of readdirSync(queue).toSorted()) {
  const file = take(path.join(queue, note));
  if (file === undefined) continue;
  await suite(file, { timeout: TIMEOUT_MS }, async () => {
    await import(pathToFileURL(inRepository(file)).href);
  });
}
