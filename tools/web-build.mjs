import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './npm-packages.mjs';
import { environmentFor } from './node-runtime.mjs';
import { inRepository, ToolError } from './repository.mjs';

/** The sources of the build. Tests are skipped, and the route tree, which is generated. */
const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'];
const skipped = new Set(['node_modules', 'dist', 'routeTree.gen.ts']);

/**
 * Builds the web app unless web/dist was built from exactly these sources.
 * @param {string} node
 */
export async function buildWeb(node) {
  const stamp = inRepository('web', 'dist', '.sources');
  const now = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) {
    console.log('Web app: built.');
    return;
  }
  console.log('Web app: building it (once for each change) …');
  const code = await runNpm(['run', 'build', '-w', 'web'], {
    PATH: environmentFor(node).PATH ?? '',
  });
  if (code !== 0) {
    throw new ToolError(
      `The web app could not be built (npm run build -w web ended with code ${code}; its own words are above).`,
    );
  }
  // In the output folder, so that any other build, which empties the folder, deletes it.
  writeFileSync(stamp, now);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder).toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRepository(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesUnder(place) {
  const entries = path.extname(place)
    ? undefined
    : readdirSync(inRepository(place), { withFileTypes: true });
  if (!entries) return [place];
  return entries.flatMap((entry) => {
    if (skipped.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return [];
    const inside = path.join(place, entry.name);
    return entry.isDirectory() ? filesUnder(inside) : [inside];
  });
}
