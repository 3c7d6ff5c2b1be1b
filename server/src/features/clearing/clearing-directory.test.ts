import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openDirectory } from './clearing-directory.ts';

const CHANNEL = 'clearing-house';
const MAX = 1000;

let root: string;
let folder: string;
before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tegeka-clearing-'));
  folder = path.join(root, CHANNEL, 'in');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(root, 'secret'), 'a secret');
});
after(() => rm(root, { recursive: true, force: true }));

const secret = () => path.join(root, 'secret');

/** The file of this name, as it is found; then something else is put in its place. */
async function replaced(name: string, replace: (file: string) => unknown) {
  const file = path.join(folder, name);
  await writeFile(file, 'a message');
  const found = await openDirectory(root).receive(new Set([CHANNEL]), 100, new Date());
  await rm(file);
  await replace(file);
  return found.find((one) => one.name === name);
}

test('a link or pipe in the place of a file that was found is not read', async () => {
  for (const [name, replace] of [
    ['link.xml', (file: string) => symlink(secret(), file)],
    ['pipe.xml', (file: string) => execFileSync('/usr/bin/mkfifo', [file])],
    ['folder.xml', (file: string) => mkdir(file)],
  ] as const) {
    const found = await replaced(name, replace);
    assert.ok(found, name);
    assert.equal(await found.read(MAX), null, name);
  }
});

test('a checksum that is a link is not read', async () => {
  const found = await replaced('plain.xml', (file) => writeFile(file, 'another message'));
  await symlink(secret(), path.join(folder, 'plain.xml.sha256'));
  const content = await found?.read(MAX);
  assert.deepEqual(
    [content?.bytes?.toString(), content?.expectedSha256],
    ['another message', null],
  );
});
