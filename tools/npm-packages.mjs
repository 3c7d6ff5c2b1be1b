import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository, repository, ToolError } from './repository.mjs';

/** Hash of the lock file that the packages were installed from; npm deletes it with the packages. */
const stamp = inRepository('node_modules', '.installed-from');

/** Installs the packages of the lock file. Does not start npm when they are installed already. */
export async function installPackages() {
  if (isStamped() || packagesMatchLock()) {
    console.log('Packages: installed.');
    return;
  }
  console.log('Packages: installing what package-lock.json names (once, up to a few minutes) …');
  // npm must not run on the Node of node_modules, which it is about to replace.
  const code = await runNpm(
    ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'],
    {
      PATH: pathWithoutPackages(),
    },
  );
  if (code !== 0) {
    throw new ToolError(
      `The packages could not be installed (npm ci ended with code ${code}; its own words are above): check the network and that ${repository} belongs to you, then start again.`,
    );
  }
  writeFileSync(stamp, lockHash());
}

/** The packages that npm ci has installed from this lock file are right, even where it names more of them. */
function isStamped() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(inRepository('package-lock.json')))
    .digest('hex');
}

/** Whether every package of the lock file is installed in exactly that version. */
function packagesMatchLock() {
  const wanted = readLock(inRepository('package-lock.json'));
  const installed = readLock(inRepository('node_modules', '.package-lock.json'));
  if (!wanted) throw new ToolError(`There is no package-lock.json in ${repository}.`);
  if (!installed) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.startsWith('node_modules/')) return true;
    const found = installed[place];
    // Optional packages of other platforms are missing; a needed one is checked where it is used.
    if (!found) return entry.optional === true || entry.devOptional === true;
    if (!existsSync(inRepository(place))) return false;
    return entry.link === true || found.version === entry.version;
  });
}

/**
 * Runs npm with its output shown. Returns its exit code.
 * @param {string[]} words
 * @param {Record<string, string>} [extra] added to the environment
 * @returns {Promise<number>}
 */
export function runNpm(words, extra = {}) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const isNpm = script !== undefined && path.basename(script).startsWith('npm');
  const [program, first] = isNpm && node ? [node, [script]] : ['npm', []];
  const child = spawn(program, [...first, ...words, '--no-audit', '--no-fund'], {
    cwd: repository,
    env: { ...process.env, ...extra },
    stdio: 'inherit',
  });
  const beats = setInterval(() => console.log('  … still at it'), 15_000);
  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new ToolError('npm was not found: install it together with Node, then start again.')),
    );
    child.once('close', (code) => resolve(code ?? 1));
  }).finally(() => clearInterval(beats));
}

function pathWithoutPackages() {
  const own = inRepository('node_modules');
  const parts = (process.env['PATH'] ?? '').split(path.delimiter);
  return parts.filter((part) => !part.startsWith(own)).join(path.delimiter);
}

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockEntry
 * @param {string} file
 * @returns {Record<string, LockEntry> | undefined}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
