import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessMark } from './process-mark.ts';
import { lives, markOf } from './process-mark.ts';
import { StartError } from '#platform/start-error.ts';

/** A folder which this process alone uses until it lets go. */
export type HeldFolder = { release(): Promise<void> };

/**
 * Takes a folder for this process, so that two servers never share it; a holder who has died is
 * succeeded. Throws a StartFault when the folder cannot be written or another process holds it.
 */
export async function lockFolder(folder: string): Promise<HeldFolder> {
  const file = path.join(folder, 'holder.json');
  const own = await markOf(process.pid);
  if (!own) throw new StartError('This machine does not tell about its running processes.');
  await createFolder(folder);
  if (!(await firstHolder(file, own))) await succeed(folder, file, own);
  return { release: () => rm(file, { force: true }) };
}

/** Makes the folder and everything above it. */
export async function createFolder(folder: string): Promise<void> {
  await writing(folder, () => makeWithParents(path.resolve(folder)));
}

/** Not mkdir's own `recursive`: that never comes back where a parent exists but takes no folders (/proc). */
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

async function firstHolder(file: string, own: ProcessMark): Promise<boolean> {
  return writing(path.dirname(file), async () => {
    try {
      await writeFile(file, JSON.stringify(own), { flag: 'wx', mode: 0o644 });
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  });
}

async function succeed(folder: string, file: string, own: ProcessMark): Promise<void> {
  // An unreadable file may be one that is being written at this very moment.
  const holder = (await readHolder(file)) ?? (await pause(100).then(() => readHolder(file)));
  if (holder && (await lives(holder))) throw taken(folder, holder.pid);
  await writing(folder, async () => {
    await writeFile(`${file}.${own.pid}`, JSON.stringify(own));
    await rename(`${file}.${own.pid}`, file);
  });
  // Two starts at the same moment may both succeed the dead one; the later name in the file wins.
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
    // Missing, or half written by a process that was killed: either way nobody holds the folder.
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

async function writing<T>(folder: string, step: () => Promise<T>): Promise<T> {
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
