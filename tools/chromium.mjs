import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repository, ToolError } from './repository.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Arguments of Chromium: as root it needs --no-sandbox, and in containers /dev/shm is small. */
export const chromiumArguments =
  process.geteuid?.() === 0
    ? ['--no-sandbox', '--disable-dev-shm-usage']
    : ['--disable-dev-shm-usage'];

/**
 * Returns the path of a Chromium: the one named by CHROMIUM or CHROME_PATH, one on PATH, or one that
 * the package manager or Playwright installs now. Throws a ToolError if there is none.
 * @returns {string}
 */
export function findChromium() {
  return named() ?? onPath() ?? byPackageManager() ?? byPlaywright() ?? none();
}

/** @returns {string | undefined} */
function named() {
  for (const name of ['CHROMIUM', 'CHROME_PATH']) {
    const file = process.env[name];
    if (!file) continue;
    if (canRun(file)) return file;
    throw new ToolError(`${name} names ${file}, which is no program that can be run here.`);
  }
  return undefined;
}

/** @returns {string | undefined} */
function onPath() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  // On Ubuntu chromium-browser may be a stub that asks to install a snap; it fails on --version.
  return files.find(runs);
}

/** @returns {string | undefined} */
function byPackageManager() {
  if (process.geteuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Chromium: none here; asking the package manager for it …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-q', 'chromium'], { stdio: 'inherit', env });
  return onPath();
}

/** @returns {string | undefined} */
function byPlaywright() {
  const require = createRequire(import.meta.url);
  const cli = path.join(path.dirname(require.resolve('playwright-core/package.json')), 'cli.js');
  if (!existsSync(playwrightsOwn(require))) {
    console.log('Chromium: none here; asking Playwright for it …');
    const args = [cli, 'install', 'chromium'];
    spawnSync(process.execPath, args, { cwd: repository, stdio: 'inherit' });
  }
  const file = playwrightsOwn(require);
  return runs(file) ? file : undefined;
}

/** @param {NodeJS.Require} require */
function playwrightsOwn(require) {
  return String(require('playwright-core').chromium.executablePath());
}

/** @returns {never} */
function none() {
  throw new ToolError(
    'There is no Chromium for the browser tests, and neither the package manager nor Playwright could bring one: install Chromium, or set CHROMIUM to the path of one.',
  );
}

/** Whether the program exists and starts, with its libraries. @param {string} file */
function runs(file) {
  return canRun(file) && spawnSync(file, ['--version']).status === 0;
}

/** @param {string} file */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
