import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '#platform/log.ts';
import {
  findPostgres,
  openCluster,
  type PostgresPlace,
  renewServerLogin,
} from './postgres-cluster.ts';

export type EmbeddedOptions = {
  /** The server's data folder. The database is in its subfolder `postgres`. */
  readonly dataDir: string;
  /** Receives log lines. They contain no data and no secrets. */
  readonly log?: (line: string) => void;
  /** For tests: no fsync, and the data folder is removed at the end. */
  readonly throwaway?: boolean;
};

export type EmbeddedDatabase = {
  /** The connection string of the owner, who migrates. */
  readonly ownerUrl: string;
  /** The connection string of the running server, which owns nothing. Its password is a new one at each start. */
  readonly serverUrl: string;
  /** Close the pools first. */
  stop(): Promise<void>;
};

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details contain personal data, so they are not logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** For data that is thrown away: no fsync, and enough connections for many servers. */
const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/** How long the PostgreSQL of a killed server may take to end, milliseconds. */
const LEFTOVER_WAIT = 10_000;
const START_ATTEMPTS = 4;

/** Creates a folder for the server's account alone. Throws a StartError if it cannot be written. */
export async function createFolder(folder: string): Promise<void> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700; // PostgreSQL of root is another account.
  const made = mkdir(folder, { recursive: true }).then(() => chmod(folder, mode));
  await made.catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `The data folder ${folder} cannot be written by this user (${error.code}): give the folder to the user who starts the server, or set DATA_DIR to another one.`,
    );
  });
}

/**
 * Starts PostgreSQL 18 on the data folder and restarts it if it ends by itself. Creates the cluster at
 * the first start. Throws a StartError with one sentence on failure.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, throwaway = false, log = () => undefined } = options;
  for (const folder of ['', 'postgres']) await createFolder(path.join(dataDir, folder));
  const home = await realpath(path.join(dataDir, 'postgres'));
  const place = await findPostgres(home);
  const password = await openCluster(place);
  await awaitLeftover(place.cluster, dataDir);
  let { child, port } = await start(place, home, throwaway);
  let ending: Promise<void> | undefined;
  const guard = () => {
    const dismiss = watchParent(child, throwaway ? dataDir : undefined);
    child.once('exit', () => {
      dismiss();
      if (ending) return;
      log('The embedded PostgreSQL ended by itself; it is being started again.');
      revive().catch((error: unknown) => log(`It could not be started again: ${String(error)}`));
    });
  };
  const revive = async () => {
    ({ child, port } = await start(place, home, throwaway));
    if (ending) return stopPostgres(child);
    guard();
  };
  guard();
  const end = async () => {
    await stopPostgres(child);
    if (throwaway) await rm(dataDir, { recursive: true, force: true });
  };
  const urlOf = (login: string, secret: string) =>
    `postgresql://${login}:${secret}@127.0.0.1:${port}/postgres`;
  const ownerUrl = urlOf('tegeka', password);
  const stop = () => (ending ??= end());
  try {
    return { ownerUrl, serverUrl: urlOf('tegeka_server', await renewServerLogin(ownerUrl)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Waits for the PostgreSQL of a killed server, which its watching shell ends. Throws a StartError if it
 * goes on, because then it belongs to a server that runs.
 */
async function awaitLeftover(cluster: string, dataDir: string): Promise<void> {
  const note = path.join(cluster, 'postmaster.pid');
  for (let waited = 0; waited < LEFTOVER_WAIT; waited += 100) {
    const pid = Number((await readIfThere(note)).split('\n')[0]);
    if (!pid) return;
    // The process id may belong to another program by now, for which PostgreSQL would not start.
    if (!(await commandOf(pid)).includes(cluster)) return rm(note, { force: true });
    await pause(100);
  }
  throw new StartError(
    `Another server already uses the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  );
}

/** The command line of a process. Empty if it no longer runs. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`);
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Starts PostgreSQL on the port of its last start, if that is free, and waits until it is ready. */
async function start(place: PostgresPlace, home: string, throwaway: boolean) {
  const logFile = path.join(home, 'server.log');
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(Number(await readIfThere(path.join(home, 'port'))));
    const child = await spawnPostgres(place, port, logFile, throwaway);
    if (await isReady(place.cluster, child)) {
      await writeFile(path.join(home, 'port'), String(port));
      return { child, port };
    }
    // Another program may have taken the port in between, and processes of a killed PostgreSQL may
    // still be ending: a later attempt succeeds.
    if (attempt === START_ATTEMPTS) {
      const failure = await readIfThere(logFile);
      const reason = /(?:FATAL|PANIC): {2}(.*)/.exec(failure)?.[1] ?? failure.trim();
      throw new StartError(
        `The embedded PostgreSQL does not start: ${reason} (its log is ${logFile}).`,
      );
    }
    await pause(1000);
  }
}

async function spawnPostgres(
  { bin, cluster, account }: PostgresPlace,
  port: number,
  logFile: string,
  throwaway: boolean,
): Promise<ChildProcess> {
  const log = await open(logFile, 'w', 0o600);
  const values = Object.entries({ ...settings, ...(throwaway ? throwawaySettings : {}) });
  const child = spawn(
    path.join(bin, 'postgres'),
    ['-D', cluster, '-p', String(port), ...values.map(([name, value]) => `--${name}=${value}`)],
    {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      // A process group of its own: Ctrl-C must reach only the server, which then stops PostgreSQL.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  await once(child, 'spawn');
  await log.close();
  child.unref();
  return child;
}

/** A free port of 127.0.0.1, the preferred one if possible. */
async function freePort(preferred: number): Promise<number> {
  const listener = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(listener, 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort(0);
  }
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return typeof address === 'object' && address ? address.port : preferred;
}

/** True once PostgreSQL accepts connections; false if it has ended. */
async function isReady(cluster: string, child: ChildProcess): Promise<boolean> {
  while (isRunning(child)) {
    const lines = (await readIfThere(path.join(cluster, 'postmaster.pid'))).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await pause(20);
  }
  return false;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Stops PostgreSQL (fast shutdown): connections are closed, committed data is safe. */
async function stopPostgres(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await gone;
  clearTimeout(late);
}

/**
 * Ends PostgreSQL as soon as this process is gone, even after kill -9, and then removes the folder if
 * one is given. A shell reads from a pipe that only this process holds open; the read returns when
 * this process ends. Returns a function that ends the shell and nothing else.
 */
function watchParent({ pid }: ChildProcess, folder: string | undefined): () => void {
  const end = 'read -r _; kill -INT "$0" 2>/dev/null';
  const removal = 'while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"';
  const script = folder === undefined ? end : `${end}; ${removal}`;
  const watch = spawn('/bin/sh', ['-c', script, String(pid), folder ?? ''], {
    cwd: '/',
    // A process group of its own, so that Ctrl-C does not end the shell first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.stdin.on('error', () => undefined);
  watch.unref();
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref();
  return () => void watch.kill('SIGKILL');
}
