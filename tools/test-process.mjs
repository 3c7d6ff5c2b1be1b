import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository } from './repository.mjs';

// Runs files of tests one after the other, each as a suite of its own, with its hooks. It takes them from
// a folder that holds a note for each, beside other processes that do the same; see tools/test-files.mjs.

const [, , queue = ''] = process.argv;

/** For each test, so that one that waits for ever does not keep the others from running. */
const TIMEOUT_MS = 15 * 60_000;

/**
 * The file that a note names; undefined where another process was quicker.
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
