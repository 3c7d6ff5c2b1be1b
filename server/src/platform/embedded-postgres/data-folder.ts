import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessMark } from './process-mark.ts';
import { isRunning, markOf } from './process-mark.ts';
import { StartError } from '#platform/start-error.ts';

/** A folder that is locked for this process until `release`. */
export type LockedFolder = { release(): Promise<void> };

/**
 * Locks a folder for this process, so that two servers never share it. A lock whose process no
 * longer runs is taken over. Throws a StartError if the folder cannot be written or another
 * process has the lock.
 */
export async function lockFolder(folder: string): Promise<LockedFolder> {
  const file = path.join(folder, 'holder.json');
  const own = await markOf(process.pid);
  if (!own) throw new StartError('The list of running processes cannot be read on this machine.');
  await createFolder(folder);
  if (!(await createLock(file, own))) await takeOver(folder, file, own);
  return { release: () => rm(file, { force: true }) };
}

/** Creates the folder and its parents. */
export async function createFolder(folder: string): Promise<void> {
  await explainFailure(folder, () => makeWithParents(path.resolve(folder)));
}

/** Not mkdir's `recursive`: it never returns if a parent exists but accepts no folders (/proc). */
async function makeWithParents(folder: string, retry = true): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (errorCode(error) !== 'ENOENT' || !retry) throw error;
    await makeWithParents(path.dirname(folder));
    await makeWithParents(folder, false);
  }
}

async function createLock(file: string, own: ProcessMark): Promise<boolean> {
  return explainFailure(path.dirname(file), async () => {
    try {
      await writeFile(file, JSON.stringify(own), { flag: 'wx', mode: 0o644 });
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  });
}

async function takeOver(folder: string, file: string, own: ProcessMark): Promise<void> {
  // An unreadable file may be just being written by another process.
  const holder = (await readHolder(file)) ?? (await pause(100).then(() => readHolder(file)));
  if (holder && (await isRunning(holder))) throw taken(folder, holder.pid);
  await explainFailure(folder, async () => {
    await writeFile(`${file}.${own.pid}`, JSON.stringify(own));
    await rename(`${file}.${own.pid}`, file);
  });
  // Two servers may take over the lock at the same time. The last one to write the file has it.
  await pause(100);
  const winner = await readHolder(file);
  if (winner?.pid !== own.pid) throw taken(folder, winner?.pid);
}

function taken(folder: string, pid: number | undefined): StartError {
  const who = pid === undefined ? 'Another server' : `Another server (process ${pid})`;
  return new StartError(
    `${who} already uses the data folder ${path.dirname(folder)}: stop it first, or set DATA_DIR to another folder.`,
  );
}

async function readHolder(file: string): Promise<ProcessMark | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isMark(parsed) ? parsed : undefined;
  } catch {
    // Missing, or partly written by a process that was killed: nobody has the lock.
    return undefined;
  }
}

function isMark(value: unknown): value is ProcessMark {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    'born' in value &&
    typeof value.pid === 'number' &&
    typeof value.born === 'string'
  );
}

async function explainFailure<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = errorCode(error);
    if (!code) throw error;
    throw new StartError(
      `The data folder ${folder} cannot be written by this user (${code}): give the folder to the user who starts the server, or set DATA_DIR to another one.`,
      { cause: error },
    );
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
