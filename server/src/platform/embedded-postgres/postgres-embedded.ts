import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createFolder, lockFolder } from './data-folder.ts';
import { watchParent } from './parent-watch.ts';
import type { Cluster } from './postgres-cluster.ts';
import { openCluster } from './postgres-cluster.ts';
import type { PostgresProcess } from './postgres-process.ts';
import { clearLeftover, freePort, startPostgres, stopPostgres } from './postgres-process.ts';
import { StartError } from '#platform/start-error.ts';

/** What `openEmbedded` is to open, and how. */
export type EmbeddedOptions = {
  /** The server's data folder; the database lies in its folder `postgres`. */
  readonly dataDir: string;
  /** The wished port on 127.0.0.1; otherwise the one of the last start, or any free one. */
  readonly port?: number;
  /** Takes sentences about what the database does; they hold no data and no secrets. */
  readonly log?: (line: string) => void;
  /** For tests: nothing needs to survive, so nothing waits for the disk, and the data folder is removed at the end. */
  readonly throwaway?: boolean;
};

/** A running embedded database, its owner's address, and how to end it (after the pools are closed). */
export type EmbeddedDatabase = { readonly connectionString: string; stop(): Promise<void> };

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and details of errors hold personal data; they stay out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const withoutTheDisk = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts PostgreSQL 18 on the data folder, creating the database at the first start and ending what a
 * killed server has left running. Throws a StartFault with one sentence when that cannot be done.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await createFolder(path.join(options.dataDir, 'postgres'));
  const home = await realpath(path.join(options.dataDir, 'postgres'));
  const held = await lockFolder(home);
  try {
    const cluster = await openCluster(home);
    await clearLeftover(cluster);
    const running = await keepRunning(cluster, home, options);
    try {
      await createDatabase(address(cluster, running.port, 'postgres'));
    } catch (error) {
      await running.stop();
      throw error;
    }
    return {
      connectionString: address(cluster, running.port, 'tegeka'),
      stop: async () => {
        await running.stop();
        await held.release();
      },
    };
  } catch (error) {
    await held.release();
    throw error;
  }
}

type Running = { readonly port: number; stop(): Promise<void> };

/** Runs PostgreSQL until `stop`; one that dies by itself is started again on the same port. */
async function keepRunning(cluster: Cluster, home: string, options: EmbeddedOptions) {
  const log = options.log ?? (() => undefined);
  const started = await start(
    cluster,
    home,
    options.throwaway === true,
    await command(home, options),
  );
  let { process: current } = started;
  let ending: Promise<void> | undefined;
  const guard = (fresh: PostgresProcess) => {
    const watch = watchParent(fresh.pid, options.throwaway ? options.dataDir : undefined);
    fresh.child.once('exit', () => {
      watch.dismiss();
      if (ending) return;
      log('The embedded PostgreSQL ended by itself; it is being started again.');
      revive().catch((error: unknown) => log(`It could not be started again: ${String(error)}`));
    });
  };
  const revive = async () => {
    await pause(500);
    await clearLeftover(cluster);
    if (ending) return;
    current = (await start(cluster, home, options.throwaway === true, started.port)).process;
    if (ending) return stopPostgres(current.pid);
    guard(current);
  };
  guard(current);
  const end = async () => {
    await stopPostgres(current.pid);
    if (options.throwaway) await rm(options.dataDir, { recursive: true, force: true });
  };
  return { port: started.port, stop: () => (ending ??= end()) } satisfies Running;
}

async function start(cluster: Cluster, home: string, throwaway: boolean, wished: number) {
  const logFile = path.join(home, 'server.log');
  let port = wished;
  for (let attempt = 1; ; attempt += 1) {
    port = await freePort(port);
    const run = { port, logFile, settings: { ...settings, ...(throwaway ? withoutTheDisk : {}) } };
    const result = await startPostgres(cluster, run);
    if ('pid' in result) {
      await writeFile(path.join(home, 'port'), String(port));
      return { process: result, port };
    }
    if (attempt === 5 || !worthAnotherTry(result.failure)) throw refusal(result.failure, logFile);
    await pause(1000);
  }
}

/** Somebody took the port in between, or the processes of a killed PostgreSQL are still going home. */
function worthAnotherTry(failure: string): boolean {
  return /could not create any TCP\/IP sockets|pre-existing shared memory|lock file/.test(failure);
}

function refusal(failure: string, logFile: string): StartError {
  const reason = /(?:FATAL|PANIC): {2}(.*)/.exec(failure)?.[1] ?? failure.trim();
  return new StartError(
    `The embedded PostgreSQL does not start: ${reason} (its log is ${logFile}).`,
  );
}

async function command(home: string, options: EmbeddedOptions): Promise<number> {
  if (options.port !== undefined) return options.port;
  return Number(await readFile(path.join(home, 'port'), 'utf8').catch(() => '0')) || 0;
}

function address(cluster: Cluster, port: number, database: string): string {
  return `postgresql://tegeka:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function createDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = 'tegeka'");
    if (found.rowCount === 0) await client.query('create database tegeka');
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL runs but cannot be entered: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
