import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import { makeRelease } from './tools/release/release-steps.mjs';

const CHANGELOG = '# Changes\n\n## Unreleased\n\n- A new thing.\n\n## 0.1.0\n\n- The first.\n';

const versioned = {
  version: z.string(),
  dependencies: z.optional(z.record(z.string(), z.string())),
};
const manifest = z.object({
  ...versioned,
  packages: z.optional(z.record(z.string(), z.object(versioned))),
});

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** A repository of two packages, with everything committed. */
function openRepository(t: TestContext, changelog = CHANGELOG) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tegeka-release-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@tegeka.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content);
  const root = { name: 'tegeka', version: '0.1.0', workspaces: ['web'] };
  const web = { version: '0.1.0', dependencies: { '@tegeka/contract': '0.1.0', react: '0.1.0' } };
  mkdirSync(path.join(folder, 'web'));
  write('package.json', json(root));
  write('web/package.json', json(web));
  write(
    'package-lock.json',
    json({ version: '0.1.0', packages: { '': root, web, 'node_modules/a': { version: '0.1.0' } } }),
  );
  write('CHANGELOG.md', changelog);
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@tegeka.example');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const release = (version: string, dryRun = false) =>
    makeRelease({ folder, version, day: '2026-12-01', dryRun });
  return { git, read, release, write };
}

test('a release sets the version everywhere, writes the section of the changelog and makes a tag', (t) => {
  const { git, read, release } = openRepository(t);
  release('0.2.0');
  assert.match(read('package.json'), /"version": "0\.2\.0"/);
  const web = parseJson(manifest, read('web/package.json'));
  assert.deepEqual(web.dependencies, { '@tegeka/contract': '0.2.0', react: '0.1.0' });
  const { version, packages = {} } = parseJson(manifest, read('package-lock.json'));
  assert.deepEqual(
    [version, ...['', 'web', 'node_modules/a'].map((place) => packages[place]?.version)],
    ['0.2.0', '0.2.0', '0.2.0', '0.1.0'],
  );
  assert.match(
    read('CHANGELOG.md'),
    /^## Unreleased\n\n## 0\.2\.0 \(2026-12-01\)\n\n- A new thing\.\n\n## 0\.1\.0$/m,
  );
  assert.equal(git('status', '--porcelain'), '');
  assert.match(git('tag', '--list', '--format=%(contents)', 'v0.2.0'), /- A new thing\.$/);
});

test('a dry run says what a release would do, and changes nothing', (t) => {
  const { git, read, release } = openRepository(t);
  assert.match(release('0.2.0', true).join('\n'), /0\.1\.0 becomes 0\.2\.0.*tag v0\.2\.0/s);
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('tag', '--list'), '');
  assert.equal(read('CHANGELOG.md'), CHANGELOG);
});

suite('a release is refused:', () => {
  test('with changes that are not committed', (t) => {
    const { release, write } = openRepository(t);
    write('new.txt', '');
    assert.throws(() => release('0.2.0'), /not committed/);
  });
  test('with a tag that is there', (t) => {
    const { git, release } = openRepository(t);
    git('tag', 'v0.2.0');
    assert.throws(() => release('0.2.0'), /v0\.2\.0 is there already/);
  });
  test('with a version that is not higher, or none', (t) => {
    const { release } = openRepository(t);
    for (const version of ['0.1.0', '0.0.9']) assert.throws(() => release(version), /not higher/);
    for (const version of ['0.2', 'v0.2.0', ''])
      assert.throws(() => release(version), /no version/);
  });
  test('with an empty section of the changelog', (t) => {
    const { release } = openRepository(
      t,
      '# Changes\n\n## Unreleased\n\n## 0.1.0\n\n- The first.\n',
    );
    assert.throws(() => release('0.2.0'), /nothing to release/);
  });
});
