import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ended,
  freePort,
  kept,
  leftOn,
  listenTo,
  runningServer,
  type TestServer,
  waitUntilReady,
} from '../environment/server-process.ts';
import { replaceInFile } from '../../tools/file-edit.mjs';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const NOT_COPIED = ['.git', 'node_modules', 'dist', 'data'];

/** `npm run dev` in a copy of the repository. */
export interface Development {
  server: TestServer;
  /** Replaces a text in a file of the copy, as an editor does. */
  edit: (file: string, from: string, to: string) => Promise<void>;
  /** Ends it as Ctrl-C does, checks that no process is left, and removes the copy. */
  end: () => Promise<void>;
}

/** Copies the repository as a clone has it, with the packages installed. */
async function copyRepository(folder: string): Promise<void> {
  await cp(REPOSITORY, folder, {
    recursive: true,
    filter: (source) => !NOT_COPIED.includes(path.basename(source)),
  });
  const packages = [path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules')];
  // Hard links where both folders are on one disk.
  const linked = spawnSync('cp', ['-al', ...packages]).status === 0;
  if (!linked) assert.equal(spawnSync('cp', ['-a', ...packages]).status, 0);
}

/** Starts `npm run dev` in a copy of the repository and waits until it is ready. */
export async function startDevelopment(): Promise<Development> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-development-'));
  // The user of PostgreSQL must be able to enter it.
  await chmod(folder, 0o755);
  await copyRepository(folder);
  const port = await freePort();
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...kept, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await waitUntilReady(child, port, listenTo(child));
  return {
    server: runningServer({ port, dataDir: path.join(folder, 'data', 'development') }),
    edit: (file, from, to) => replaceInFile(folder, file, from, to),
    end: async () => {
      child.kill('SIGINT');
      await ended(child);
      assert.deepEqual(await leftOn(folder), [], 'no process is left');
      await rm(folder, { recursive: true });
    },
  };
}
