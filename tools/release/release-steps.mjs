import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolError } from '../repository.mjs';

/** The heading of what is not released yet, and what a release makes of it. */
const UNRELEASED = /^## Unreleased\n+(.*?)(?=^## |(?![^]))/ms;

/**
 * @typedef {{ version: string, workspaces?: string[], dependencies?: Record<string, string> }} Manifest
 * @typedef {{ folder: string, version: string, day: string, dryRun: boolean }} Release `folder` is the repository,
 *   `day` in ISO 8601
 */

/**
 * Makes a release of a repository: the version of all its packages, the section of the changelog, a commit and a
 * tag. Throws a ToolError where that is not possible, before anything is changed.
 * @param {Release} release
 * @returns {string[]} what was done, or would be done, in sentences
 */
export function makeRelease({ folder, version, day, dryRun }) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const at = (/** @type {string} */ file) => path.join(folder, file);
  /** @type {Manifest} */
  const root = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const tag = `v${version}`;
  refuse(version, root.version);
  if (git('status', '--porcelain') !== '')
    throw new ToolError('There are changes that are not committed: commit them first.');
  if (git('tag', '--list', tag) !== '') throw new ToolError(`The tag ${tag} is there already.`);
  const changelog = readFileSync(at('CHANGELOG.md'), 'utf8');
  const section = UNRELEASED.exec(changelog)?.[1]?.trim() ?? '';
  if (section === '')
    throw new ToolError(
      'CHANGELOG.md says nothing below "## Unreleased": there is nothing to release.',
    );
  const files = ['package.json', ...(root.workspaces ?? []).map((name) => `${name}/package.json`)];
  if (!dryRun) {
    for (const file of [...files, 'package-lock.json'])
      rewrite(at(file), root.workspaces ?? [], version);
    const heading = `## Unreleased\n\n## ${version} (${day})\n\n`;
    writeFileSync(
      at('CHANGELOG.md'),
      changelog.replace(/^## Unreleased\n+/m, () => heading),
    );
    git('commit', '--all', '--quiet', '--message', `release: set version ${version}`);
    git('tag', '--annotate', tag, '--message', `Version ${version}\n\n${section}`);
  }
  return [
    `Version ${root.version} becomes ${version} in ${files.join(', ')} and package-lock.json.`,
    `CHANGELOG.md: what is not released becomes the section ${version}, ${section.split('\n').length} lines.`,
    `Commit and tag ${tag}. Publish them with: git push --follow-tags`,
  ];
}

/**
 * @param {string} version
 * @param {string} before
 */
function refuse(version, before) {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new ToolError(`"${version}" is no version: name one such as 1.4.0.`);
  const [next, last] = [version, before].map((one) => one.split('.').map(Number));
  const differing = next?.findIndex((number, place) => number !== last?.[place]) ?? -1;
  if (differing === -1 || (next?.[differing] ?? 0) < (last?.[differing] ?? 0))
    throw new ToolError(`${version} is not higher than ${before}, the present version.`);
}

/**
 * Sets the version of our own packages in a manifest or in the lock file.
 * @param {string} file
 * @param {string[]} workspaces
 * @param {string} version
 */
function rewrite(file, workspaces, version) {
  /** @type {Manifest & { packages?: Record<string, Manifest> }} */
  const content = JSON.parse(readFileSync(file, 'utf8'));
  const own = ['', ...workspaces].flatMap((place) => content.packages?.[place] ?? []);
  for (const manifest of [content, ...own]) {
    manifest.version = version;
    for (const name of Object.keys(manifest.dependencies ?? {}))
      if (manifest.dependencies && name.startsWith('@tegeka/'))
        manifest.dependencies[name] = version;
  }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
