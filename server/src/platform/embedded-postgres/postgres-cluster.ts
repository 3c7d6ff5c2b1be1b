import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresAccount } from './postgres-account.ts';
import { postgresAccount, reachableBinaries, reachableCluster } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { findPostgres, postgresProgram } from './postgres-binaries.ts';
import { StartError } from '#platform/start-error.ts';

const major = '18';

/** A database cluster on disk, with what is needed to run it. */
export type Cluster = {
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount | undefined;
  /** PostgreSQL's data directory. */
  readonly folder: string;
  readonly password: string;
};

/** Opens the cluster under `home`. The first start creates the cluster and its password. */
export async function openCluster(home: string): Promise<Cluster> {
  const account = await postgresAccount(home);
  const binaries = await reachableBinaries(await findPostgres(), account);
  if (account) await chmod(home, 0o711);
  const folder = await reachableCluster(home, account);
  const known = await readIfThere(path.join(folder, 'PG_VERSION'));
  const password = await readIfThere(path.join(home, 'password'));
  if (known === undefined) {
    const created = { binaries, account, folder, password: password ?? newPassword() };
    await create(created, home);
    return created;
  }
  if (known !== major) {
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${known}; this server brings PostgreSQL ${major}: carry the data over with pg_dumpall, or set DATA_DIR to a new folder.`,
    );
  }
  if (password === undefined) {
    throw new StartError(
      `The file ${path.join(home, 'password')} is missing, so the database in ${folder} cannot be entered: bring the file back from a backup.`,
    );
  }
  return { binaries, account, folder, password };
}

async function create(cluster: Cluster, home: string): Promise<void> {
  await writeFile(path.join(home, 'password'), cluster.password, { mode: 0o600 });
  // Created under a temporary name, so that a start that was killed leaves no incomplete cluster.
  const half = `${cluster.folder}.new`;
  const secret = `${cluster.folder}.secret`;
  await rm(half, { recursive: true, force: true });
  await rm(secret, { force: true });
  try {
    await mkdir(half, { mode: 0o700 });
    await writeFile(secret, cluster.password, { mode: 0o600 });
    await give(half, cluster.account);
    await give(secret, cluster.account);
    await initdb({ ...cluster, folder: half }, secret);
    await rename(half, cluster.folder);
  } finally {
    await rm(secret, { force: true });
  }
}

async function initdb(cluster: Cluster, secret: string): Promise<void> {
  // The builtin C.UTF-8 sorts by code point, in the same way on every machine.
  const words = [
    `--pgdata=${cluster.folder}`,
    '--username=tegeka',
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const options = { ...cluster.account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } };
  const program = spawn(postgresProgram(cluster.binaries, 'initdb'), words, options);
  let complaints = '';
  program.stdout.resume();
  program.stderr.on('data', (piece: Buffer) => (complaints += piece.toString()));
  const code = await new Promise((resolve, reject) => {
    program.once('error', reject).once('close', resolve);
  });
  if (code === 0) return;
  const reason = complaints.split('\n').find((line) => line.includes('error:')) ?? complaints;
  throw new StartError(`The database could not be created in ${cluster.folder}: ${reason.trim()}`);
}

async function give(place: string, account: PostgresAccount | undefined): Promise<void> {
  if (account) await chown(place, account.uid, account.gid);
}

function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartError(
      `The database belongs to another user (${file} cannot be read): start as the user who created it.`,
      { cause: error },
    );
  }
}
