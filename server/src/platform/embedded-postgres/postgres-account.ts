import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { postgresProgram } from './postgres-binaries.ts';
import { StartError } from '#platform/start-error.ts';

/**
 * The operating system account that PostgreSQL runs under if we are root: PostgreSQL refuses to
 * run as root.
 */
export type PostgresAccount = { readonly uid: number; readonly gid: number };

/**
 * Folder for files that the unprivileged account could not reach otherwise (such as a clone under
 * /root).
 */
const stateFolder = '/var/lib/tegeka';

/** Undefined unless we are root. For root: the owner of the folder, or `nobody` if root owns it. */
export async function postgresAccount(folder: string): Promise<PostgresAccount | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? { uid: accountId('-u'), gid: accountId('-g') } : { uid, gid };
}

/** The binaries, or a copy of them that the account can reach. */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  account: PostgresAccount | undefined,
): Promise<PostgresBinaries> {
  if (!account || canRun(binaries, account)) return binaries;
  const copy = { ...binaries, folder: path.join(stateFolder, `postgresql-${binaries.version}`) };
  if (!canRun(copy, account)) await copyBinaries(binaries, copy);
  if (canRun(copy, account)) return copy;
  throw new StartError(
    `PostgreSQL refuses to run as root, and the account it should run under can run it neither from ${binaries.folder} nor from ${copy.folder}: start as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * Makes sure that the account can reach `<home>/cluster`. If it cannot, the cluster is created in
 * /var/lib/tegeka and `<home>/cluster` is a symbolic link to it. Returns the real path of the
 * cluster.
 */
export async function reachableCluster(
  home: string,
  account: PostgresAccount | undefined,
): Promise<string> {
  const place = path.join(home, 'cluster');
  const found = await lstat(place).catch(() => undefined);
  if (found?.isSymbolicLink()) return placeBehind(place);
  if (!account || canEnter(home, account)) return place;
  if (found) {
    throw new StartError(
      `PostgreSQL refuses to run as root, and the account it should run under cannot enter ${home}, where the database already lies: start as the user who created it.`,
    );
  }
  const parent = path.join(stateFolder, `cluster-${randomBytes(6).toString('hex')}`);
  await openToAll(stateFolder);
  await openToAll(parent);
  await symlink(path.join(parent, 'cluster'), place);
  return path.join(parent, 'cluster');
}

async function placeBehind(link: string): Promise<string> {
  const place = await readlink(link);
  // Without this check, a data folder copied to another machine would start with an empty
  // database.
  if (await stat(path.dirname(place)).catch(() => undefined)) return place;
  throw new StartError(
    `The database lies in ${place}, which is gone (it was outside the data folder because root could not run it there): bring that folder back, or remove ${link} to begin with an empty database.`,
  );
}

function canRun(binaries: PostgresBinaries, account: PostgresAccount): boolean {
  const program = postgresProgram(binaries, 'postgres');
  return (
    spawnSync(program, ['--version'], { ...account, cwd: '/', env: {} }).status === 0 &&
    canRead(path.join(binaries.folder, 'share', 'postgresql', 'postgres.bki'), account)
  );
}

function canRead(file: string, account: PostgresAccount): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -r "$0"', file], { ...account, cwd: '/' }).status === 0;
}

function canEnter(folder: string, account: PostgresAccount): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/' }).status === 0;
}

async function copyBinaries(from: PostgresBinaries, to: PostgresBinaries): Promise<void> {
  const half = `${to.folder}.${process.pid}`;
  await openToAll(stateFolder);
  await cp(from.folder, half, { recursive: true, verbatimSymlinks: true });
  // Files installed under a strict umask are not readable by others. Only reading is granted.
  execFileSync('chmod', ['-R', 'a+rX', half]);
  await rm(to.folder, { recursive: true, force: true });
  await rename(half, to.folder);
}

/** Other accounts may enter the folder but not list it. */
async function openToAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
}

function accountId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
