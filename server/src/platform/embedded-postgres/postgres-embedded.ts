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

/** Options of `openEmbedded`. */
export type EmbeddedOptions = {
  /** The server's data folder. The database is in its subfolder `postgres`. */
  readonly dataDir: string;
  /** Preferred port on 127.0.0.1. Default: the port of the last start, or any free one. */
  readonly port?: number;
  /** Receives log lines. They contain no data and no secrets. */
  readonly log?: (line: string) => void;
  /** For tests: no fsync, and the data folder is removed at the end. */
  readonly throwaway?: boolean;
};

/**
 * A running embedded database, its owner's connection string, and how to stop it (close the pools
 * first).
 */
export type EmbeddedDatabase = { readonly connectionString: string; stop(): Promise<void> };

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

const withoutFsync = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts PostgreSQL 18 on the data folder. Creates the database at the first start, and ends a
 * process that a killed server left running. Throws a StartError with one sentence on failure.
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

/** Runs PostgreSQL until `stop`. If it ends unexpectedly it is restarted on the same port. */
async function keepRunning(cluster: Cluster, home: string, options: EmbeddedOptions) {
  const log = options.log ?? (() => undefined);
  const started = await start(
    cluster,
    home,
    options.throwaway === true,
    await preferredPortOf(home, options),
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

async function start(cluster: Cluster, home: string, throwaway: boolean, preferredPort: number) {
  const logFile = path.join(home, 'server.log');
  let port = preferredPort;
  for (let attempt = 1; ; attempt += 1) {
    port = await freePort(port);
    const run = { port, logFile, settings: { ...settings, ...(throwaway ? withoutFsync : {}) } };
    const result = await startPostgres(cluster, run);
    if ('pid' in result) {
      await writeFile(path.join(home, 'port'), String(port));
      return { process: result, port };
    }
    if (attempt === 5 || !worthAnotherTry(result.failure)) throw refusal(result.failure, logFile);
    await pause(1000);
  }
}

/**
 * True if another program took the port in between, or the processes of a killed PostgreSQL are
 * still ending.
 */
function worthAnotherTry(failure: string): boolean {
  return /could not create any TCP\/IP sockets|pre-existing shared memory|lock file/.test(failure);
}

function refusal(failure: string, logFile: string): StartError {
  const reason = /(?:FATAL|PANIC): {2}(.*)/.exec(failure)?.[1] ?? failure.trim();
  return new StartError(
    `The embedded PostgreSQL does not start: ${reason} (its log is ${logFile}).`,
  );
}

async function preferredPortOf(home: string, options: EmbeddedOptions): Promise<number> {
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
